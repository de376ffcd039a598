import { Injectable } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository } from 'typeorm';
import type { Scope } from '../../../domain/account/actor';
import { ApiTokenEntity } from '../../../database/entities/credential.entity';
import { managerOf, invalidateOnCommit } from '../../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../../database/unit-of-work/unit-of-work.port';

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

export interface NewApiToken {
  readonly userId: number;
  readonly uid: string;
  readonly name: string;
  readonly scopes: Scope[];
  readonly keyHash: Buffer;
  readonly dateExpires: Date | null;
  readonly dateCreated: Date;
}

export type NamedApiToken = Pick<
  ApiTokenEntity,
  'name' | 'scopes' | 'dateCreated' | 'dateExpires' | 'dateLastUsed'
> & { readonly uid: string };

/** Named tokens, without the default token. */
@Injectable()
export class ApiTokenRepository {
  constructor(
    @InjectRepository(ApiTokenEntity) private readonly tokens: Repository<ApiTokenEntity>,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {}

  /** Newest first. */
  async list(
    userId: number,
    { limit, start }: { limit: number; start: number },
  ): Promise<[NamedApiToken[], number]> {
    const [tokens, count] = await this.tokens.findAndCount({
      where: { userId, isDefault: false },
      order: { id: 'DESC' },
      take: limit,
      skip: start,
    });
    return [tokens as NamedApiToken[], count];
  }

  async find(userId: number, uid: string): Promise<NamedApiToken | null> {
    const token = await this.tokens.findOneBy({ userId, uid });
    return token as NamedApiToken | null;
  }

  count(userId: number): Promise<number> {
    return this.tokens.countBy({ userId, isDefault: false });
  }

  async insert(transaction: Transaction, token: NewApiToken): Promise<void> {
    await managerOf(transaction).insert(ApiTokenEntity, { ...token, isDefault: false });
  }

  /** @returns false when the user has no such token */
  async delete(transaction: Transaction, userId: number, uid: string): Promise<boolean> {
    const result = await managerOf(transaction).delete(ApiTokenEntity, { userId, uid });
    invalidateOnCommit(transaction, 'user', userId);
    return (result.affected ?? 0) > 0;
  }

  async findByKeyHash(keyHash: Buffer): Promise<ApiTokenWithUser | undefined> {
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
