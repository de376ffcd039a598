import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { FailureCount } from '../../domain/account/sign-in-limit';

/** Counters of failed sign-ins, shared by all processes. A counter whose window has ended counts as none. */
@Injectable()
export class SignInFailureRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** The counters of these names; a name without one is absent. */
  async find(names: readonly string[]): Promise<Map<string, FailureCount>> {
    const rows = await this.dataSource.query<({ name: string } & FailureCount)[]>(
      'SELECT name, failures, date_ends AS ends FROM sign_in_failure WHERE name = ANY($1)',
      [names],
    );
    return new Map(rows.map(({ name, ...count }) => [name, count]));
  }

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

  async forget(name: string): Promise<void> {
    await this.dataSource.query('DELETE FROM sign_in_failure WHERE name = $1', [name]);
  }

  /** Removes counters whose window has ended. */
  async sweep(now: Date): Promise<void> {
    await this.dataSource.query('DELETE FROM sign_in_failure WHERE date_ends <= $1', [now]);
  }
}
