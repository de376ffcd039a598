import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { ApiTokenEntity } from '../../database/entities/api-token.entity';
import { managerOf, invalidateOnCommit } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { Scope } from '../../domain/account/actor';

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
  constructor(@InjectRepository(ApiTokenEntity) private readonly tokens: Repository<ApiTokenEntity>) {}

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
}
