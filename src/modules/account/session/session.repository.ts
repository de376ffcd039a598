import { Injectable } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import { DataSource, LessThan, Not, Repository } from 'typeorm';
import { managerOf, invalidateOnCommit } from '../../../database/unit-of-work/open-transaction';
import type { RequestOrigin } from '../../../domain/account/actor';
import type { MfaAccount } from '../../../domain/account/credential';
import type { Transaction } from '../../../database/unit-of-work/unit-of-work.port';
import { SessionEntity } from '../../../database/entities/user.entity';

export interface SessionWithUser {
  readonly id: number;
  readonly userId: number;
  readonly username: string;
  readonly isSuperuser: boolean;
  readonly expires: Date;
  readonly language: string | null;
  /** Whether the second factor was proven in this session. */
  readonly mfaPassed: boolean;
  readonly mfa: MfaAccount;
}

export interface NewSession {
  readonly userId: number;
  readonly keyHash: Buffer;
  readonly mfaPassed: boolean;
  readonly created: Date;
  readonly expires: Date;
  readonly from: RequestOrigin;
}

/** Hash of the current password hash, which a session stores to detect password changes. */
const PASSWORD_STAMP = `sha256(convert_to(coalesce(u.password_hash, ''), 'UTF8'))`;

@Injectable()
export class SessionRepository {
  constructor(
    @InjectRepository(SessionEntity) private readonly sessions: Repository<SessionEntity>,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {}

  /** @returns false when the user has no such session */
  async delete(transaction: Transaction, id: number, userId: number): Promise<boolean> {
    const { affected } = await managerOf(transaction).delete(SessionEntity, { id, userId });
    invalidateOnCommit(transaction, 'user', userId);
    return affected === 1;
  }

  /** @param exceptId session to keep, if any */
  async deleteAll(transaction: Transaction, userId: number, exceptId: number | undefined): Promise<void> {
    const others = exceptId === undefined ? {} : { id: Not(exceptId) };
    await managerOf(transaction).delete(SessionEntity, { userId, ...others });
    invalidateOnCommit(transaction, 'user', userId);
  }

  async deleteExpired(now: Date): Promise<void> {
    await this.sessions.delete({ dateExpires: LessThan(now) });
  }

  /** Undefined when the user is deactivated or changed the password since. */
  async findActive(keyHash: Buffer): Promise<SessionWithUser | undefined> {
    const rows = await this.dataSource.query<
      (Omit<SessionWithUser, 'mfa'> & Omit<MfaAccount, 'isSuperuser'>)[]
    >(
      `SELECT s.id, s.user_id AS "userId", u.username, u.is_superuser AS "isSuperuser", s.date_expires AS expires,
              u.extra_details ->> 'language' AS language,
              s.mfa_passed AS "mfaPassed", u.mfa_required AS "isRequired", coalesce(m.is_active, false) AS "isActive"
         FROM session s JOIN app_user u ON u.id = s.user_id LEFT JOIN mfa_method m ON m.user_id = u.id
        WHERE s.key_hash = $1 AND u.is_active AND s.password_stamp = ${PASSWORD_STAMP}`,
      [keyHash],
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    const { isRequired, isActive, ...session } = row;
    return { ...session, mfa: { isSuperuser: session.isSuperuser, isRequired, isActive } };
  }

  async insert(
    transaction: Transaction,
    { userId, keyHash, mfaPassed, created, expires, from: { address, agent } }: NewSession,
  ): Promise<number> {
    const rows: { id: number }[] = await managerOf(transaction).query(
      `INSERT INTO session (user_id, key_hash, password_stamp, date_created, date_last_used, date_expires, mfa_passed, address, agent)
       SELECT u.id, $2, ${PASSWORD_STAMP}, $3, $3, $4, $5, $6, $7 FROM app_user u WHERE u.id = $1
       RETURNING id`,
      [userId, keyHash, created, expires, mfaPassed, address, agent],
    );
    return rows[0]!.id;
  }

  /** Records the last use of sessions, at most once a minute. Skips rows that another process is updating. */
  async recordUses(uses: ReadonlyMap<number, Date>): Promise<void> {
    await this.dataSource.query(
      `UPDATE session s SET date_last_used = used.at
         FROM (SELECT s.id, u.at
                 FROM session s JOIN unnest($1::integer[], $2::timestamptz[]) AS u (id, at) ON u.id = s.id
                WHERE s.date_last_used IS NULL OR s.date_last_used <= u.at - interval '1 minute'
                  FOR NO KEY UPDATE OF s SKIP LOCKED) AS used
        WHERE s.id = used.id`,
      [[...uses.keys()], [...uses.values()]],
    );
  }

  /** Revalidates the session in which the password was changed. */
  async renewPasswordStamp(transaction: Transaction, id: number, userId: number): Promise<void> {
    await managerOf(transaction).query(
      `UPDATE session s SET password_stamp = ${PASSWORD_STAMP} FROM app_user u WHERE s.id = $1 AND u.id = s.user_id`,
      [id],
    );
    invalidateOnCommit(transaction, 'user', userId);
  }
}
