import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

@Injectable()
export class KnownAddressQuery {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Looks up by username, so that unknown users cost the same query. Usernames are ASCII. */
  async isKnown(username: string, addressHash: Buffer, since: Date): Promise<boolean> {
    const rows = await this.dataSource.query<object[]>(
      `SELECT 1 FROM known_address k JOIN app_user u ON u.id = k.user_id
        WHERE lower(u.username) = lower($1) AND k.address_hash = $2 AND k.date_seen > $3`,
      [/^[\x21-\x7e]+$/.test(username) ? username : '', addressHash, since],
    );
    return rows.length > 0;
  }

  /** Skips the write when the address was seen after `refreshBefore`. */
  async upsert(userId: number, addressHash: Buffer, seen: Date, refreshBefore: Date): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO known_address AS existing (user_id, address_hash, date_seen) VALUES ($1, $2, $3)
       ON CONFLICT (user_id, address_hash) DO UPDATE SET date_seen = excluded.date_seen WHERE existing.date_seen < $4`,
      [userId, addressHash, seen, refreshBefore],
    );
  }
}
