import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { FailureCount } from '../../domain/account/sign-in-limit';

@Injectable()
export class SignInFailureQuery {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Increments the counters atomically, or opens their window. Names are sorted to avoid deadlocks.
   * @param ends end of a window that opens now
   */
  async add(names: readonly string[], now: Date, ends: Date): Promise<Map<string, FailureCount>> {
    const rows = await this.dataSource.query<({ name: string } & FailureCount)[]>(
      `INSERT INTO sign_in_failure AS counter (name, failures, date_ends)
       SELECT name, 1, $3 FROM unnest($1::text[]) AS name ORDER BY name
       ON CONFLICT (name) DO UPDATE SET
         failures = CASE WHEN counter.date_ends > $2 THEN counter.failures + 1 ELSE 1 END,
         date_ends = CASE WHEN counter.date_ends > $2 THEN counter.date_ends ELSE excluded.date_ends END
       RETURNING name, failures, date_ends AS ends`,
      [names, now, ends],
    );
    return new Map(rows.map(({ name, ...count }) => [name, count]));
  }
}
