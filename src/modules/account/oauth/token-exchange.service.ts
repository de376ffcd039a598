import OAuth2Server from '@node-oauth/oauth2-server';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import { UnitOfWork } from '../../../database/unit-of-work/unit-of-work.port';
import { OAuthError } from '../../../domain/errors';
import type { Application, ClientRequest } from '../../../domain/oauth/application';
import { JobRegistry } from '../../../jobs/job-queue.port';
import { ApplicationService } from './application.service';
import { GrantRepository, type IssuedToken } from './grant.repository';
import { ACCESS_TOKEN_TTL_S, GRANT_TYPES, libraryRequest, toDomainError, OAuthModel } from './oauth-model';
import { hashSecret } from './secret';

/** Plain-text tokens, of which only hashes are stored. */
export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresInSeconds: number;
  readonly scopes: readonly string[];
}

export interface TokenIntrospection {
  readonly clientId: string;
  readonly username: string;
  readonly scopes: readonly string[];
  readonly kind: 'access_token' | 'refresh_token';
  readonly issued: Date;
  /** Undefined for refresh tokens, which do not expire. */
  readonly expires: Date | undefined;
}

type FoundToken = IssuedToken & { readonly kind: TokenIntrospection['kind'] };

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Reuse of older refresh tokens is not detected; they count as unknown. */
const ROTATED_TOKEN_RETENTION_MS = 30 * DAY_MS;

/** Token, revocation and introspection endpoints (RFC 6749 4.1.3 and 6, RFC 7009, RFC 7662). */
@Injectable()
export class TokenExchangeService implements OnModuleInit {
  constructor(
    private readonly applications: ApplicationService,
    private readonly grants: GrantRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly registry: JobRegistry,
  ) {}

  onModuleInit(): void {
    this.registry.registerScheduled({
      name: 'oauth-grants.delete-expired',
      intervalMs: HOUR_MS,
      run: () => this.deleteExpired(),
    });
  }

  /**
   * Exchanges a code or refresh token, which can be used once; reuse revokes the grant with all its tokens.
   * @throws OAuthError
   */
  async exchange(request: ClientRequest): Promise<TokenPair> {
    const application = await this.applications.authenticate(request);
    assertGrantType(request.fields['grant_type']);
    const now = this.clock.now();
    let model: OAuthModel | undefined;
    try {
      return await this.unitOfWork.run((transaction) => {
        const { grants } = this;
        const { fields } = request;
        model = new OAuthModel({ grants, transaction, application, now, fields });
        return runExchange(model, application, fields);
      });
    } catch (error) {
      // In its own transaction, since the failed request is rolled back.
      if (model !== undefined) await this.revokeIfReused(model, now);
      throw toDomainError(error);
    }
  }

  /**
   * Revokes only an access token, or a refresh token with its whole grant (RFC 7009 2.1). Ignores unknown tokens.
   * @throws OAuthError for a token of another application
   */
  async revoke(request: ClientRequest): Promise<void> {
    const application = await this.applications.authenticate(request);
    const token = await this.find(request);
    if (token === undefined) return;
    if (token.applicationId !== application.id) {
      throw new OAuthError(
        'invalid_grant',
        'The token was issued to another application. Use the credentials of that application.',
      );
    }
    const now = this.clock.now();
    await this.unitOfWork.run((transaction) =>
      token.kind === 'refresh_token'
        ? this.grants.revokeGrant(transaction, token, now)
        : this.grants.expireToken(transaction, token, now),
    );
  }

  /**
   * Introspects a token of a confidential application (RFC 7662). Undefined for inactive tokens.
   * @throws OAuthError for invalid client credentials or a public application
   */
  async introspect(request: ClientRequest): Promise<TokenIntrospection | undefined> {
    const application = await this.applications.authenticate(request);
    if (application.clientType !== 'confidential') {
      throw new OAuthError(
        'invalid_client',
        'Only confidential applications may introspect tokens. Use the credentials of one.',
      );
    }
    const token = await this.find(request);
    if (token?.isLive !== true || token.applicationId !== application.id) return undefined;
    const { clientId, username, scopes, kind, created: issued } = token;
    const expires = kind === 'access_token' ? token.expires : undefined;
    if (expires !== undefined && expires <= this.clock.now()) return undefined;
    return { clientId, username, scopes, kind, issued, expires };
  }

  /** Ignores `token_type_hint`: both kinds are looked up by index (RFC 7009 2.1). */
  private async find({ fields: { token: sent } }: ClientRequest): Promise<FoundToken | undefined> {
    if (sent === undefined)
      throw new OAuthError('invalid_request', 'Missing token parameter. Send it in the form.');
    const hash = hashSecret(sent);
    const access = await this.grants.findAccessToken(hash);
    if (access !== undefined) return { ...access, kind: 'access_token' };
    const refresh = await this.grants.findRefreshToken(hash);
    return refresh === undefined ? undefined : { ...refresh, kind: 'refresh_token' };
  }

  private async revokeIfReused({ reusedGrant: suspect }: OAuthModel, now: Date): Promise<void> {
    if (suspect === undefined || !(await this.grants.isCodeRedeemed(suspect.grantId))) return;
    await this.unitOfWork.run((transaction) => this.grants.revokeGrant(transaction, suspect, now));
  }

  private deleteExpired(): Promise<void> {
    const now = this.clock.now().getTime();
    return this.grants.deleteExpired({
      codes: new Date(now - HOUR_MS),
      revoked: new Date(now - DAY_MS),
      rotated: new Date(now - ROTATED_TOKEN_RETENTION_MS),
    });
  }
}

async function runExchange(
  model: OAuthModel,
  { clientId }: Application,
  fields: ClientRequest['fields'],
): Promise<TokenPair> {
  const server = new OAuth2Server({
    model,
    accessTokenLifetime: ACCESS_TOKEN_TTL_S,
    // The client has been authenticated; the secret is not passed on.
    requireClientAuthentication: Object.fromEntries(GRANT_TYPES.map((type) => [type, false])),
  });
  const { client_secret: _secret, ...rest } = fields;
  const request = libraryRequest({ ...rest, client_id: clientId });
  const { accessToken, refreshToken, scope } = await server.token(request, new OAuth2Server.Response());
  return {
    accessToken,
    refreshToken: refreshToken!,
    expiresInSeconds: ACCESS_TOKEN_TTL_S,
    scopes: scope ?? [],
  };
}

function assertGrantType(type: string | undefined): void {
  if (type === undefined) throw new OAuthError('invalid_request', 'Missing grant_type parameter.');
  if (!(GRANT_TYPES as readonly string[]).includes(type)) {
    throw new OAuthError(
      'unsupported_grant_type',
      `Unsupported grant_type. Use ${GRANT_TYPES.join(' or ')}.`,
    );
  }
}
