import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** What every check of a password asks about addresses, and leaves behind. */
@Injectable()
export class KnownAddressQuery {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** By the name, so that one that nobody has is asked for like any other; no account has a name that is not ASCII. */
  async isKnown(username: string, addressHash: Buffer, since: Date): Promise<boolean> {
    const rows = await this.dataSource.query<object[]>(
      `SELECT 1 FROM known_address k JOIN app_user u ON u.id = k.user_id
        WHERE lower(u.username) = lower($1) AND k.address_hash = $2 AND k.date_seen > $3`,
      [/^[\x21-\x7e]+$/.test(username) ? username : '', addressHash, since],
    );
    return rows.length > 0;
  }

  /** Writes nothing when the address was seen after `fresh`. */
  async note(userId: number, addressHash: Buffer, seen: Date, fresh: Date): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO known_address AS kept (user_id, address_hash, date_seen) VALUES ($1, $2, $3)
       ON CONFLICT (user_id, address_hash) DO UPDATE SET date_seen = excluded.date_seen WHERE kept.date_seen < $4`,
      [userId, addressHash, seen, fresh],
    );
  }
}
