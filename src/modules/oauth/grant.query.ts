import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { managerOf, invalidateOnCommit } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { OAuthScope } from '../../domain/oauth/scope';

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

@Injectable()
export class GrantQuery {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

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
