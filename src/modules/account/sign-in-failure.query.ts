import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { FailureCount } from '../../domain/account/sign-in-limit';

/** How failed sign-ins are counted, by all processes at once. */
@Injectable()
export class SignInFailureQuery {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Adds a failure to each name, or opens its window. One statement, so that parallel failures are all counted; names
   * are taken in one order everywhere, so that two statements never wait for each other.
   *
   * @param ends when a window that opens now will end
   */
  async add(names: readonly string[], now: Date, ends: Date): Promise<Map<string, FailureCount>> {
    const rows = await this.dataSource.query<({ name: string } & FailureCount)[]>(
      `INSERT INTO sign_in_failure AS kept (name, failures, date_ends)
       SELECT name, 1, $3 FROM unnest($1::text[]) AS name ORDER BY name
       ON CONFLICT (name) DO UPDATE SET
         failures = CASE WHEN kept.date_ends > $2 THEN kept.failures + 1 ELSE 1 END,
         date_ends = CASE WHEN kept.date_ends > $2 THEN kept.date_ends ELSE excluded.date_ends END
       RETURNING name, failures, date_ends AS ends`,
      [names, now, ends],
    );
    return new Map(rows.map(({ name, ...count }) => [name, count]));
  }
}
