import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { OAuthGrantEntity } from '../../database/entities/oauth-grant.entity';
import { OAuthTokenEntity } from '../../database/entities/oauth-token.entity';
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

/** A token as one of its two parts finds it. Whether it holds is for the caller to say. */
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

/** An application that a person has given access. */
export interface AuthorizedApplication {
  readonly clientId: string;
  readonly name: string;
  readonly scopes: readonly OAuthScope[];
  readonly firstAuthorized: Date;
  readonly lastIssued: Date | null;
}

type TokenPart = 'access_hash' | 'refresh_hash';

@Injectable()
export class GrantRepository {
  constructor(@InjectRepository(OAuthGrantEntity) private readonly grants: Repository<OAuthGrantEntity>) {}

  async insertGrant(transaction: Transaction, grant: NewGrant): Promise<void> {
    const { created, codeExpires, scopes, ...row } = grant;
    await managerOf(transaction).insert(OAuthGrantEntity, {
      ...row,
      scopes: [...scopes],
      dateCreated: created,
      dateCodeExpires: codeExpires,
    });
  }

  async findByCode(transaction: Transaction, codeHash: Buffer): Promise<CodedGrant | undefined> {
    const rows: CodedGrant[] = await managerOf(transaction).query(
      `SELECT g.id, g.application_id AS "applicationId", g.user_id AS "userId", g.scopes,
              g.redirect_uri AS "redirectUri", g.code_challenge AS "codeChallenge"
         FROM oauth_grant g JOIN app_user u ON u.id = g.user_id
        WHERE g.code_hash = $1 AND u.is_active`,
      [codeHash],
    );
    return rows[0];
  }

  /** Takes the code, unless it has been taken, is too old, or its grant was revoked: of many at once one succeeds. */
  async takeCode(transaction: Transaction, grantId: number, now: Date): Promise<boolean> {
    const [, taken]: [unknown, number] = await managerOf(transaction).query(
      `UPDATE oauth_grant SET date_code_used = $2
        WHERE id = $1 AND date_code_used IS NULL AND date_revoked IS NULL AND date_code_expires > $2`,
      [grantId, now],
    );
    return taken > 0;
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

  /** One look-up by a unique index, and three by primary keys behind it. */
  async findToken(
    part: TokenPart,
    hash: Buffer,
    transaction?: Transaction,
  ): Promise<IssuedToken | undefined> {
    const manager = transaction === undefined ? this.grants.manager : managerOf(transaction);
    const rows: IssuedToken[] = await manager.query(
      `SELECT t.id, t.grant_id AS "grantId", g.application_id AS "applicationId", a.client_id AS "clientId",
              u.id AS "userId", u.username, u.is_superuser AS "isSuperuser", t.scopes,
              t.date_created AS created, t.date_expires AS expires,
              t.date_rotated IS NULL AND g.date_revoked IS NULL AND u.is_active AS "isLive",
              t.date_rotated IS NOT NULL AS "isRotated"
         FROM oauth_token t
         JOIN oauth_grant g ON g.id = t.grant_id
         JOIN oauth_application a ON a.id = g.application_id
         JOIN app_user u ON u.id = t.user_id
        WHERE t.${part} = $1`,
      [hash],
    );
    return rows[0];
  }

  /** Ends a token for the one that follows it, unless somebody else did: of many at once one succeeds. */
  async rotateToken(
    transaction: Transaction,
    { id, userId }: Pick<IssuedToken, 'id' | 'userId'>,
    now: Date,
  ): Promise<boolean> {
    const [, rotated]: [unknown, number] = await managerOf(transaction).query(
      'UPDATE oauth_token SET date_rotated = $2 WHERE id = $1 AND date_rotated IS NULL',
      [id, now],
    );
    touch(transaction, 'user', userId);
    return rotated > 0;
  }

  /** Ends the access token alone. */
  async expireToken(
    transaction: Transaction,
    { id, userId }: Pick<IssuedToken, 'id' | 'userId'>,
    now: Date,
  ): Promise<void> {
    await managerOf(transaction).query(
      'UPDATE oauth_token SET date_expires = least(date_expires, $2) WHERE id = $1',
      [id, now],
    );
    touch(transaction, 'user', userId);
  }

  /** Ends a grant: its code and every token that came of it, also those that are being given out at this moment. */
  async revokeGrant(
    transaction: Transaction,
    { grantId, userId }: { grantId: number; userId: number },
    now: Date,
  ): Promise<void> {
    await managerOf(transaction).query(
      'UPDATE oauth_grant SET date_revoked = $2 WHERE id = $1 AND date_revoked IS NULL',
      [grantId, now],
    );
    touch(transaction, 'user', userId);
  }

  /** Whether the person has agreed to all of these scopes before, and the application still holds a token of that. */
  async hasLiveGrant(userId: number, applicationId: number, scopes: readonly OAuthScope[]): Promise<boolean> {
    const rows: unknown[] = await this.grants.query(
      `SELECT 1 FROM oauth_grant g
        WHERE g.user_id = $1 AND g.application_id = $2 AND g.date_revoked IS NULL AND g.scopes @> $3
          AND EXISTS (SELECT 1 FROM oauth_token t WHERE t.grant_id = g.id AND t.date_rotated IS NULL)
        LIMIT 1`,
      [userId, applicationId, scopes],
    );
    return rows.length > 0;
  }

  /** By name. */
  listAuthorized(userId: number): Promise<AuthorizedApplication[]> {
    return this.grants.query(
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

  /** @returns how many grants of this person to this application have ended */
  async revokeAuthorized(
    transaction: Transaction,
    userId: number,
    clientId: string,
    now: Date,
  ): Promise<number> {
    const [, revoked]: [unknown, number] = await managerOf(transaction).query(
      `UPDATE oauth_grant g SET date_revoked = $3
         FROM oauth_application a
        WHERE a.client_id = $2 AND g.application_id = a.id AND g.user_id = $1 AND g.date_revoked IS NULL`,
      [userId, clientId, now],
    );
    touch(transaction, 'user', userId);
    return revoked;
  }

  /** Forgets what can't come back to life: codes nobody redeemed, revoked grants, tokens rotated long ago. */
  async sweep(before: { codes: Date; revoked: Date; rotated: Date }): Promise<void> {
    await this.grants.query(
      'DELETE FROM oauth_grant WHERE date_code_used IS NULL AND date_code_expires < $1',
      [before.codes],
    );
    await this.grants.query('DELETE FROM oauth_grant WHERE date_revoked < $1', [before.revoked]);
    await this.grants.query('DELETE FROM oauth_token WHERE date_rotated < $1', [before.rotated]);
  }
}
