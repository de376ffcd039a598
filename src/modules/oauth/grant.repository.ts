import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { ArrayContains, IsNull, LessThan, MoreThan, Repository } from 'typeorm';
import { OAuthGrantEntity } from '../../database/entities/oauth-grant.entity';
import { OAuthTokenEntity } from '../../database/entities/oauth-token.entity';
import { UserEntity } from '../../database/entities/user.entity';
import { managerOf, invalidateOnCommit } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { OAuthScope } from '../../domain/oauth/scope';

export type NewGrant = Omit<OAuthGrantEntity, 'id' | 'dateCodeUsed' | 'dateRevoked'>;
export type NewOAuthToken = Omit<OAuthTokenEntity, 'id' | 'dateRotated'>;

/** `userId` selects the cache entries to invalidate. */
export interface TokenReference {
  readonly id: number;
  readonly userId: number;
}

@Injectable()
export class GrantRepository {
  constructor(
    @InjectRepository(OAuthGrantEntity) private readonly grants: Repository<OAuthGrantEntity>,
    @InjectRepository(OAuthTokenEntity) private readonly tokens: Repository<OAuthTokenEntity>,
  ) {}

  async insertGrant(transaction: Transaction, grant: NewGrant): Promise<void> {
    await managerOf(transaction).insert(OAuthGrantEntity, grant);
  }

  /** Grant of a code, redeemed or not. Null for an unknown code or a deactivated user. */
  findByCode(transaction: Transaction, codeHash: Buffer): Promise<OAuthGrantEntity | null> {
    return managerOf(transaction)
      .createQueryBuilder(OAuthGrantEntity, 'oauth_grant')
      .innerJoin(UserEntity, 'app_user', 'app_user.id = oauth_grant.userId AND app_user.isActive')
      .where({ codeHash })
      .getOne();
  }

  /** Redeems the code atomically; false if it was redeemed, has expired, or the grant was revoked. */
  async redeemCode(transaction: Transaction, grantId: number, now: Date): Promise<boolean> {
    const { affected } = await managerOf(transaction).update(
      OAuthGrantEntity,
      { id: grantId, dateCodeUsed: IsNull(), dateRevoked: IsNull(), dateCodeExpires: MoreThan(now) },
      { dateCodeUsed: now },
    );
    return affected === 1;
  }

  /** Including grants whose code was not redeemed. */
  async revokeAll(transaction: Transaction, userId: number, now: Date): Promise<void> {
    const live = { userId, dateRevoked: IsNull() };
    await managerOf(transaction).update(OAuthGrantEntity, live, { dateRevoked: now });
    invalidateOnCommit(transaction, 'user', userId);
  }

  async isCodeRedeemed(grantId: number): Promise<boolean> {
    const grant = await this.grants.findOneBy({ id: grantId });
    return grant !== null && grant.dateCodeUsed !== null;
  }

  async insertToken(transaction: Transaction, token: NewOAuthToken): Promise<void> {
    await managerOf(transaction).insert(OAuthTokenEntity, token);
  }

  /** Rotates atomically; false if the token was rotated before. */
  async rotateToken(transaction: Transaction, { id, userId }: TokenReference, now: Date): Promise<boolean> {
    const { affected } = await managerOf(transaction).update(
      OAuthTokenEntity,
      { id, dateRotated: IsNull() },
      { dateRotated: now },
    );
    invalidateOnCommit(transaction, 'user', userId);
    return affected === 1;
  }

  /** Expires the access token; the refresh token stays valid. */
  async expireToken(transaction: Transaction, { id, userId }: TokenReference, now: Date): Promise<void> {
    await managerOf(transaction).update(
      OAuthTokenEntity,
      { id, dateExpires: MoreThan(now) },
      { dateExpires: now },
    );
    invalidateOnCommit(transaction, 'user', userId);
  }

  /** Revokes a grant with its code and all tokens, including those that are being issued concurrently. */
  async revokeGrant(
    transaction: Transaction,
    { grantId, userId }: { grantId: number; userId: number },
    now: Date,
  ): Promise<void> {
    await managerOf(transaction).update(
      OAuthGrantEntity,
      { id: grantId, dateRevoked: IsNull() },
      { dateRevoked: now },
    );
    invalidateOnCommit(transaction, 'user', userId);
  }

  /** Whether a grant covers all of the scopes and has a current token. */
  hasLiveGrant(userId: number, applicationId: number, scopes: readonly OAuthScope[]): Promise<boolean> {
    return this.grants
      .createQueryBuilder('oauth_grant')
      .innerJoin(OAuthTokenEntity, 'token', 'token.grantId = oauth_grant.id AND token.dateRotated IS NULL')
      .where({ userId, applicationId, dateRevoked: IsNull(), scopes: ArrayContains([...scopes]) })
      .getExists();
  }

  /** Deletes unredeemed codes, revoked grants and rotated tokens older than these dates. */
  async deleteExpired(before: { codes: Date; revoked: Date; rotated: Date }): Promise<void> {
    await this.grants.delete({ dateCodeUsed: IsNull(), dateCodeExpires: LessThan(before.codes) });
    await this.grants.delete({ dateRevoked: LessThan(before.revoked) });
    await this.tokens.delete({ dateRotated: LessThan(before.rotated) });
  }
}
