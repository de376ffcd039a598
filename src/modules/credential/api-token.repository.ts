import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { ApiTokenEntity } from '../../database/entities/api-token.entity';
import { managerOf, touch } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { Scope } from '../../domain/account/actor';

export interface NewToken {
  readonly userId: number;
  readonly uid: string;
  readonly name: string;
  readonly scopes: Scope[];
  readonly keyHash: Buffer;
  readonly dateExpires: Date | null;
  readonly dateCreated: Date;
}

/** A token that has a URL of its own. */
export type NamedToken = Pick<
  ApiTokenEntity,
  'name' | 'scopes' | 'dateCreated' | 'dateExpires' | 'dateLastUsed'
> & { readonly uid: string };

const SHOWN = {
  uid: true,
  name: true,
  scopes: true,
  dateCreated: true,
  dateExpires: true,
  dateLastUsed: true,
} as const;

/** Tokens with a name and scopes; the default one is not among them. */
@Injectable()
export class ApiTokenRepository {
  constructor(@InjectRepository(ApiTokenEntity) private readonly tokens: Repository<ApiTokenEntity>) {}

  /** Newest first. */
  async list(
    userId: number,
    { limit, start }: { limit: number; start: number },
  ): Promise<[NamedToken[], number]> {
    const [tokens, count] = await this.tokens.findAndCount({
      select: SHOWN,
      where: { userId, isDefault: false },
      order: { id: 'DESC' },
      take: limit,
      skip: start,
    });
    return [tokens as NamedToken[], count];
  }

  async find(userId: number, uid: string): Promise<NamedToken | null> {
    const token = await this.tokens.findOne({ select: SHOWN, where: { userId, uid } });
    return token as NamedToken | null;
  }

  count(userId: number): Promise<number> {
    return this.tokens.countBy({ userId, isDefault: false });
  }

  async insert(transaction: Transaction, token: NewToken): Promise<void> {
    await managerOf(transaction).insert(ApiTokenEntity, { ...token, isDefault: false });
  }

  /** @returns false when the user has no such token */
  async delete(transaction: Transaction, userId: number, uid: string): Promise<boolean> {
    const result = await managerOf(transaction).delete(ApiTokenEntity, { userId, uid });
    touch(transaction, 'user', userId);
    return (result.affected ?? 0) > 0;
  }

  /**
   * Keeps when tokens were used, unless a use less than a minute before is kept already. Rows that another process is
   * writing are passed over: it writes the same.
   */
  async recordUses(uses: ReadonlyMap<number, Date>): Promise<void> {
    await this.tokens.query(
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
