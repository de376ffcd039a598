import OAuth2Server from '@node-oauth/oauth2-server';
import type { Transaction } from '../../../database/unit-of-work/unit-of-work.port';
import { OAuthError, type OAuthErrorCode } from '../../../domain/errors';
import {
  type Application,
  coversScopes,
  OAUTH_SCOPES,
  type OAuthScope,
  readOAuthScopes,
} from '../../../domain/oauth/application';
import type { GrantRepository, IssuedToken } from './grant.repository';
import { hashSecret, generateSecret } from './secret';

/** Lifetimes (decision 24). */
export const CODE_TTL_S = 60;
export const ACCESS_TOKEN_TTL_S = 36_000;

export const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const;

/** Disables the expiry check of the library, which ignores the injected `Clock`; the model checks instead. */
const NEVER_EXPIRES = new Date(8_640_000_000_000_000);

function libraryClient({ clientId, redirectUris }: Application): OAuth2Server.Client {
  return { id: clientId, redirectUris: [...redirectUris], grants: [...GRANT_TYPES] };
}

/** Wraps form fields without credentials, which have been verified before. */
export function libraryRequest(fields: Readonly<Record<string, string>>): OAuth2Server.Request {
  return new OAuth2Server.Request({
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1' },
    query: {},
    body: { ...fields },
  });
}

const ERROR_CODES: ReadonlySet<string> = new Set<OAuthErrorCode>([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
]);

const isErrorCode = (name: string): name is OAuthErrorCode => ERROR_CODES.has(name);

/** Maps errors of the library to domain errors and unwraps others (decision 2). */
export function toDomainError(error: unknown): unknown {
  if (!(error instanceof OAuth2Server.OAuthError)) return error;
  const { name, message } = error;
  if (isErrorCode(name)) return new OAuthError(name, toDescription(message));
  const inner = (error as unknown as { inner?: unknown }).inner;
  return inner instanceof Error ? toDomainError(inner) : error;
}

/** `error_description` has no quotes and no backslash (RFC 6749 5.2). */
function toDescription(message: string): string {
  const text = message.replace(/["\\]/g, '').replaceAll('`', '');
  return text.endsWith('.') ? text : `${text}.`;
}

type LibraryModel = OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel;

export interface ModelContext {
  readonly grants: GrantRepository;
  readonly transaction: Transaction;
  readonly application: Application;
  readonly now: Date;
  readonly fields: Readonly<Record<string, string>>;
}

/** A grant whose code or refresh token was used twice. */
export interface ReusedGrant {
  readonly grantId: number;
  readonly userId: number;
}

/** Storage model of the library, for one request in one transaction. Stores only hashes of codes and tokens. */
export class OAuthModel implements LibraryModel {
  /** Set after a reuse, which revokes the grant (RFC 6749 4.1.2, RFC 9700 2.2.2). */
  reusedGrant: ReusedGrant | undefined;
  private grant: ReusedGrant | undefined;
  private rotated: IssuedToken | undefined;

  constructor(private readonly context: ModelContext) {}

  async getClient(): Promise<OAuth2Server.Client> {
    return libraryClient(this.context.application);
  }

  async validateScope(
    _user: OAuth2Server.User,
    _client: OAuth2Server.Client,
    scope?: string[],
  ): Promise<string[] | false> {
    const scopes = readOAuthScopes(scope?.join(' '));
    return scopes === undefined ? false : [...scopes];
  }

  async generateAuthorizationCode(): Promise<string> {
    return generateSecret();
  }

  async generateAccessToken(): Promise<string> {
    return generateSecret();
  }

  async generateRefreshToken(): Promise<string> {
    return generateSecret();
  }

  async saveAuthorizationCode(
    code: Pick<OAuth2Server.AuthorizationCode, 'authorizationCode' | 'scope' | 'codeChallenge'>,
    client: OAuth2Server.Client,
    user: OAuth2Server.User,
  ): Promise<OAuth2Server.AuthorizationCode> {
    const { grants, transaction, application, now, fields } = this.context;
    await grants.insertGrant(transaction, {
      applicationId: application.id,
      userId: idOf(user),
      scopes: scopesOf(code.scope),
      codeHash: hashSecret(code.authorizationCode),
      redirectUri: fields['redirect_uri'] ?? null,
      codeChallenge: code.codeChallenge ?? null,
      dateCreated: now,
      dateCodeExpires: addSeconds(now, CODE_TTL_S),
    });
    return { ...code, client, user, redirectUri: '', expiresAt: NEVER_EXPIRES };
  }

  async getAuthorizationCode(sent: string): Promise<OAuth2Server.AuthorizationCode | undefined> {
    const { grants, transaction, application, fields } = this.context;
    const found = await grants.findByCode(transaction, hashSecret(sent));
    if (found === null || found.applicationId !== application.id) return undefined;
    // The library deviates from the error codes of RFC 6749 5.2, RFC 7636 4.6 and contract-assets 8.3.
    if ((found.redirectUri ?? fields['redirect_uri']) !== fields['redirect_uri']) {
      throw new OAuthError(
        'invalid_grant',
        'The redirect_uri differs from that of the authorization request. Send the same one.',
      );
    }
    if (found.codeChallenge !== null && fields['code_verifier'] === undefined) {
      throw new OAuthError('invalid_request', 'Code verifier required.');
    }
    return {
      authorizationCode: sent,
      expiresAt: NEVER_EXPIRES,
      redirectUri: '',
      scope: [...found.scopes],
      client: libraryClient(application),
      user: { id: found.userId },
      grantId: found.id,
      ...(found.codeChallenge !== null && {
        codeChallenge: found.codeChallenge,
        codeChallengeMethod: 'S256',
      }),
    };
  }

  /** Redeems the code atomically, so that one of several concurrent requests succeeds. */
  async revokeAuthorizationCode(code: OAuth2Server.AuthorizationCode): Promise<boolean> {
    const { grants, transaction, now } = this.context;
    const grant: ReusedGrant = { grantId: Number(code['grantId']), userId: idOf(code.user) };
    this.grant = grant;
    if (await grants.redeemCode(transaction, grant.grantId, now)) return true;
    this.reusedGrant = grant;
    return false;
  }

  async getRefreshToken(sent: string): Promise<OAuth2Server.RefreshToken | undefined> {
    const { grants, transaction, application, fields } = this.context;
    const found = await grants.findRefreshTokenIn(transaction, hashSecret(sent));
    if (found === undefined || found.applicationId !== application.id) return undefined;
    if (!found.isLive) {
      if (found.isRotated) this.reusedGrant = found;
      return undefined;
    }
    // Checked before the rotation, so that a request for too many scopes does not use up the token.
    const requested = fields['scope'] === undefined ? found.scopes : readOAuthScopes(fields['scope']);
    if (requested === undefined || !coversScopes(found.scopes, requested)) {
      throw new OAuthError(
        'invalid_scope',
        'The requested scopes exceed the granted scopes. Request a subset, or authorize again.',
      );
    }
    this.rotated = found;
    return {
      refreshToken: sent,
      scope: [...found.scopes],
      client: libraryClient(application),
      user: { id: found.userId },
    };
  }

  async revokeToken(): Promise<boolean> {
    const { grants, transaction, now } = this.context;
    const token = this.rotated;
    if (token === undefined) return false;
    this.grant = token;
    if (await grants.rotateToken(transaction, token, now)) return true;
    this.reusedGrant = token;
    return false;
  }

  async saveToken(
    token: OAuth2Server.Token,
    client: OAuth2Server.Client,
    user: OAuth2Server.User,
  ): Promise<OAuth2Server.Token> {
    const { grants, transaction, now } = this.context;
    if (this.grant === undefined || token.refreshToken === undefined) {
      throw new Error('The library saved a token without a grant.');
    }
    await grants.insertToken(transaction, {
      grantId: this.grant.grantId,
      userId: this.grant.userId,
      scopes: scopesOf(token.scope),
      accessHash: hashSecret(token.accessToken),
      refreshHash: hashSecret(token.refreshToken),
      dateCreated: now,
      dateExpires: addSeconds(now, ACCESS_TOKEN_TTL_S),
    });
    const { accessToken, refreshToken } = token;
    return { accessToken, refreshToken, scope: scopesOf(token.scope), client, user };
  }

  /** Required by the library but never called. */
  async getAccessToken(): Promise<undefined> {
    return undefined;
  }
}

function idOf(user: OAuth2Server.User): number {
  return Number(user['id']);
}

function scopesOf(scope: readonly string[] | undefined): OAuthScope[] {
  return OAUTH_SCOPES.filter((each) => scope?.includes(each) === true);
}

function addSeconds(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}
