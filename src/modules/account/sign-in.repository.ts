import { Injectable } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import { DataSource, LessThan, Repository, In, LessThanOrEqual } from 'typeorm';
import { KnownAddressEntity, SignInFailureEntity } from '../../database/entities/user.entity';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { FailureCount } from '../../domain/account/sign-in-limit';

@Injectable()
export class KnownAddressRepository {
  constructor(
    @InjectRepository(KnownAddressEntity) private readonly addresses: Repository<KnownAddressEntity>,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {}

  async deleteSeenBefore(date: Date): Promise<void> {
    await this.addresses.delete({ dateSeen: LessThan(date) });
  }

  async deleteByUser(transaction: Transaction, userId: number): Promise<void> {
    await managerOf(transaction).delete(KnownAddressEntity, { userId });
  }

  /** Looks up by username, so that unknown users cost the same query. Usernames are ASCII. */
  async isKnown(username: string, addressHashes: readonly Buffer[], since: Date): Promise<boolean> {
    const rows = await this.dataSource.query<object[]>(
      `SELECT 1 FROM known_address k JOIN app_user u ON u.id = k.user_id
        WHERE lower(u.username) = lower($1) AND k.address_hash = ANY($2::bytea[]) AND k.date_seen > $3`,
      [/^[\x21-\x7e]+$/.test(username) ? username : '', addressHashes, since],
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

/** Counters of failed sign-ins, shared by all processes. */
@Injectable()
export class SignInFailureRepository {
  constructor(
    @InjectRepository(SignInFailureEntity) private readonly counters: Repository<SignInFailureEntity>,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {}

  /** Counters by name; names without a counter are absent. */
  async find(names: readonly string[]): Promise<Map<string, FailureCount>> {
    const counters = await this.counters.findBy({ name: In([...names]) });
    return new Map(counters.map(({ name, failures, dateEnds: ends }) => [name, { failures, ends }]));
  }

  async delete(name: string): Promise<void> {
    await this.counters.delete({ name });
  }

  async deleteExpired(now: Date): Promise<void> {
    await this.counters.delete({ dateEnds: LessThanOrEqual(now) });
  }

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
