import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { ArrayContains, IsNull, LessThan, MoreThan, Repository } from 'typeorm';
import { OAuthGrantEntity } from '../../database/entities/oauth-grant.entity';
import { OAuthTokenEntity } from '../../database/entities/oauth-token.entity';
import { UserEntity } from '../../database/entities/user.entity';
import { managerOf, touch } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { OAuthScope } from '../../domain/oauth/scope';

export interface NewGrant {
  readonly applicationId: number;
  readonly userId: number;
  readonly scopes: readonly OAuthScope[];
  readonly codeHash: Buffer;
  readonly redirectUri: string | null;
  readonly codeChallenge: string | null;
  readonly created: Date;
  readonly codeExpires: Date;
}

export interface NewToken {
  readonly grantId: number;
  readonly userId: number;
  readonly scopes: readonly OAuthScope[];
  readonly accessHash: Buffer;
  readonly refreshHash: Buffer;
  readonly created: Date;
  readonly expires: Date;
}

/** A grant as its code finds it, redeemed or not. */
export interface CodedGrant {
  readonly id: number;
  readonly applicationId: number;
  readonly userId: number;
  readonly scopes: readonly OAuthScope[];
  readonly redirectUri: string | null;
  readonly codeChallenge: string | null;
}

/** Whose token it is: what is remembered of a user ends with it. */
export interface OwnedToken {
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
    const { created, codeExpires, scopes, ...row } = grant;
    await managerOf(transaction).insert(OAuthGrantEntity, {
      ...row,
      scopes: [...scopes],
      dateCreated: created,
      dateCodeExpires: codeExpires,
    });
  }

  /** The grant that this code was given out for, unless its user is deactivated. */
  findByCode(transaction: Transaction, codeHash: Buffer): Promise<CodedGrant | null> {
    return managerOf(transaction)
      .createQueryBuilder(OAuthGrantEntity, 'given')
      .innerJoin(UserEntity, 'giver', 'giver.id = given.userId AND giver.isActive')
      .where({ codeHash })
      .getOne();
  }

  /** Takes the code, unless it has been taken, is too old, or its grant was revoked: of many at once one succeeds. */
  async takeCode(transaction: Transaction, grantId: number, now: Date): Promise<boolean> {
    const { affected } = await managerOf(transaction).update(
      OAuthGrantEntity,
      { id: grantId, dateCodeUsed: IsNull(), dateRevoked: IsNull(), dateCodeExpires: MoreThan(now) },
      { dateCodeUsed: now },
    );
    return affected === 1;
  }

  /** Every grant of a person, one whose code was not redeemed yet among them. */
  async revokeAll(transaction: Transaction, userId: number, now: Date): Promise<void> {
    const live = { userId, dateRevoked: IsNull() };
    await managerOf(transaction).update(OAuthGrantEntity, live, { dateRevoked: now });
    touch(transaction, 'user', userId);
  }

  async isCodeTaken(grantId: number): Promise<boolean> {
    const grant = await this.grants.findOneBy({ id: grantId });
    return grant !== null && grant.dateCodeUsed !== null;
  }

  async insertToken(transaction: Transaction, token: NewToken): Promise<void> {
    const { created, expires, scopes, ...row } = token;
    await managerOf(transaction).insert(OAuthTokenEntity, {
      ...row,
      scopes: [...scopes],
      dateCreated: created,
      dateExpires: expires,
    });
  }

  /** Ends a token for the one that follows it, unless somebody else did: of many at once one succeeds. */
  async rotateToken(transaction: Transaction, { id, userId }: OwnedToken, now: Date): Promise<boolean> {
    const { affected } = await managerOf(transaction).update(
      OAuthTokenEntity,
      { id, dateRotated: IsNull() },
      { dateRotated: now },
    );
    touch(transaction, 'user', userId);
    return affected === 1;
  }

  /** Ends the access token alone. */
  async expireToken(transaction: Transaction, { id, userId }: OwnedToken, now: Date): Promise<void> {
    await managerOf(transaction).update(
      OAuthTokenEntity,
      { id, dateExpires: MoreThan(now) },
      { dateExpires: now },
    );
    touch(transaction, 'user', userId);
  }

  /** Ends a grant: its code and every token that came of it, also those that are being given out at this moment. */
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
    touch(transaction, 'user', userId);
  }

  /** Whether the person has agreed to all of these scopes before, and the application still holds a token of that. */
  hasLiveGrant(userId: number, applicationId: number, scopes: readonly OAuthScope[]): Promise<boolean> {
    return this.grants
      .createQueryBuilder('given')
      .innerJoin(OAuthTokenEntity, 'token', 'token.grantId = given.id AND token.dateRotated IS NULL')
      .where({ userId, applicationId, dateRevoked: IsNull(), scopes: ArrayContains([...scopes]) })
      .getExists();
  }

  /** Forgets what can't come back to life: codes nobody redeemed, revoked grants, tokens rotated long ago. */
  async sweep(before: { codes: Date; revoked: Date; rotated: Date }): Promise<void> {
    await this.grants.delete({ dateCodeUsed: IsNull(), dateCodeExpires: LessThan(before.codes) });
    await this.grants.delete({ dateRevoked: LessThan(before.revoked) });
    await this.tokens.delete({ dateRotated: LessThan(before.rotated) });
  }
}
