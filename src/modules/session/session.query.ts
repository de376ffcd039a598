import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { managerOf, touch } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';

/** A session and the account behind it. */
export interface SessionOwner {
  readonly id: number;
  readonly userId: number;
  readonly username: string;
  readonly isSuperuser: boolean;
  readonly expires: Date;
}

export interface NewSession {
  readonly userId: number;
  readonly keyHash: Buffer;
  readonly created: Date;
  readonly expires: Date;
}

/** The password that an account has now, as a session remembers it. */
const PASSWORD_STAMP = `sha256(convert_to(coalesce(u.password_hash, ''), 'UTF8'))`;

/** What hangs on the password of the account: the database compares it and hands it to nobody. */
@Injectable()
export class SessionQuery {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** The session with this key, unless its user is deactivated or has had another password since. */
  async findOwner(keyHash: Buffer): Promise<SessionOwner | undefined> {
    const rows: SessionOwner[] = await this.dataSource.query(
      `SELECT s.id, s.user_id AS "userId", u.username, u.is_superuser AS "isSuperuser", s.date_expires AS expires
         FROM session s JOIN app_user u ON u.id = s.user_id
        WHERE s.key_hash = $1 AND u.is_active AND s.password_stamp = ${PASSWORD_STAMP}`,
      [keyHash],
    );
    return rows[0];
  }

  async insert(transaction: Transaction, { userId, keyHash, created, expires }: NewSession): Promise<number> {
    const rows: { id: number }[] = await managerOf(transaction).query(
      `INSERT INTO session (user_id, key_hash, password_stamp, date_created, date_expires)
       SELECT u.id, $2, ${PASSWORD_STAMP}, $3, $4 FROM app_user u WHERE u.id = $1
       RETURNING id`,
      [userId, keyHash, created, expires],
    );
    return rows[0]!.id;
  }

  /** Lets a session outlive the change of password that was made in it. */
  async renewStamp(transaction: Transaction, id: number, userId: number): Promise<void> {
    await managerOf(transaction).query(
      `UPDATE session s SET password_stamp = ${PASSWORD_STAMP} FROM app_user u WHERE s.id = $1 AND u.id = s.user_id`,
      [id],
    );
    touch(transaction, 'user', userId);
  }
}
