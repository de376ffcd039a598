import { Injectable } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import { DataSource, ArrayContains, IsNull, LessThan, MoreThan, Repository } from 'typeorm';
import { managerOf, invalidateOnCommit } from '../../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../../database/unit-of-work/unit-of-work.port';
import type { OAuthScope } from '../../../domain/oauth/application';
import { OAuthGrantEntity, OAuthTokenEntity } from '../../../database/entities/credential.entity';
import { UserEntity } from '../../../database/entities/user.entity';

/** A token pair, found by either hash. The caller checks `expires` and `isLive`. */
export interface IssuedToken {
  readonly id: number;
  readonly grantId: number;
  readonly applicationId: number;
  readonly clientId: string;
  readonly userId: number;
  readonly username: string;
  readonly isSuperuser: boolean;
  readonly scopes: readonly OAuthScope[];
  readonly created: Date;
  readonly expires: Date;
  /** Neither rotated nor revoked, and its user is active. */
  readonly isLive: boolean;
  readonly isRotated: boolean;
}

export interface AuthorizedApplication {
  readonly clientId: string;
  readonly name: string;
  readonly scopes: readonly OAuthScope[];
  readonly firstAuthorized: Date;
  readonly lastIssued: Date | null;
}

/** A refresh token has all scopes of the grant, even if its access token has fewer (RFC 6749 6). */
const tokenSql = (hashColumn: 'access_hash' | 'refresh_hash'): string => `
  SELECT t.id, t.grant_id AS "grantId", g.application_id AS "applicationId", a.client_id AS "clientId",
         u.id AS "userId", u.username, u.is_superuser AS "isSuperuser",
         ${hashColumn === 'refresh_hash' ? 'g' : 't'}.scopes,
         t.date_created AS created, t.date_expires AS expires,
         t.date_rotated IS NULL AND g.date_revoked IS NULL AND u.is_active AS "isLive",
         t.date_rotated IS NOT NULL AS "isRotated"
    FROM oauth_token t
    JOIN oauth_grant g ON g.id = t.grant_id
    JOIN oauth_application a ON a.id = g.application_id
    JOIN app_user u ON u.id = t.user_id
   WHERE t.${hashColumn} = $1`;

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
    @InjectDataSource() private readonly dataSource: DataSource,
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

  async findAccessToken(hash: Buffer): Promise<IssuedToken | undefined> {
    const [token] = await this.dataSource.query<IssuedToken[]>(tokenSql('access_hash'), [hash]);
    return token;
  }

  async findRefreshToken(hash: Buffer): Promise<IssuedToken | undefined> {
    const [token] = await this.dataSource.query<IssuedToken[]>(tokenSql('refresh_hash'), [hash]);
    return token;
  }

  async findRefreshTokenIn(transaction: Transaction, hash: Buffer): Promise<IssuedToken | undefined> {
    const [token] = await managerOf(transaction).query<IssuedToken[]>(tokenSql('refresh_hash'), [hash]);
    return token;
  }

  /** Ordered by name. */
  listAuthorized(userId: number): Promise<AuthorizedApplication[]> {
    return this.dataSource.query(
      `SELECT a.client_id AS "clientId", a.name, array_agg(DISTINCT s.scope) AS scopes,
              min(g.date_created) AS "firstAuthorized", max(t.date_created) AS "lastIssued"
         FROM oauth_grant g
         JOIN oauth_application a ON a.id = g.application_id
         JOIN oauth_token t ON t.grant_id = g.id
         CROSS JOIN LATERAL unnest(g.scopes) AS s(scope)
        WHERE g.user_id = $1 AND g.date_revoked IS NULL
        GROUP BY a.id
        ORDER BY lower(a.name), a.id`,
      [userId],
    );
  }

  /** @returns number of revoked grants */
  async revokeAuthorized(
    transaction: Transaction,
    userId: number,
    clientId: string,
    now: Date,
  ): Promise<number> {
    const [, revoked] = await managerOf(transaction).query<[unknown, number]>(
      `UPDATE oauth_grant g SET date_revoked = $3
         FROM oauth_application a
        WHERE a.client_id = $2 AND g.application_id = a.id AND g.user_id = $1 AND g.date_revoked IS NULL`,
      [userId, clientId, now],
    );
    invalidateOnCommit(transaction, 'user', userId);
    return revoked;
  }
}
