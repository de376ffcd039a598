import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Scope } from '../../domain/account/actor';

export interface ApiTokenWithUser {
  readonly id: number;
  readonly isDefault: boolean;
  readonly scopes: readonly Scope[];
  /** Null: never. */
  readonly expires: Date | null;
  readonly userId: number;
  readonly username: string;
  readonly isSuperuser: boolean;
  readonly isActive: boolean;
}

@Injectable()
export class ApiTokenQuery {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async find(keyHash: Buffer): Promise<ApiTokenWithUser | undefined> {
    const [token] = await this.dataSource.query<ApiTokenWithUser[]>(
      `SELECT t.id, t.is_default AS "isDefault", t.scopes, t.date_expires AS expires,
              u.id AS "userId", u.username, u.is_superuser AS "isSuperuser", u.is_active AS "isActive"
         FROM api_token t JOIN app_user u ON u.id = t.user_id
        WHERE t.key_hash = $1`,
      [keyHash],
    );
    return token;
  }

  /**
   * Records the last use of tokens, at most once a minute. Skips rows that another process is updating, since it
   * records the same.
   */
  async recordUses(uses: ReadonlyMap<number, Date>): Promise<void> {
    await this.dataSource.query(
      `UPDATE api_token t SET date_last_used = used.at
         FROM (SELECT t.id, u.at
                 FROM api_token t JOIN unnest($1::integer[], $2::timestamptz[]) AS u (id, at) ON u.id = t.id
                WHERE t.date_last_used IS NULL OR t.date_last_used <= u.at - interval '1 minute'
                  FOR NO KEY UPDATE OF t SKIP LOCKED) AS used
        WHERE t.id = used.id`,
      [[...uses.keys()], [...uses.values()]],
    );
  }
}
