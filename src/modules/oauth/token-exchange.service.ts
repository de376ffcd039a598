import OAuth2Server from '@node-oauth/oauth2-server';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import { OAuthError } from '../../domain/errors';
import type { Application } from '../../domain/oauth/application';
import type { ClientRequest } from '../../domain/oauth/client-credentials';
import { JobRegistry } from '../../jobs/job-queue.port';
import { ApplicationService } from './application.service';
import { GrantQuery, type IssuedToken } from './grant.query';
import { GrantRepository } from './grant.repository';
import { ACCESS_TOKEN_SECONDS, GRANT_TYPES, libraryRequest, ownError } from './oauth-library';
import { OAuthModel } from './oauth-model';
import { hashSecret } from './secret';

/** What an application gets for a code or a refresh token; nobody ever sees it again. */
export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresInSeconds: number;
  readonly scopes: readonly string[];
}

/** What an application is told about a token of its own; undefined in place of it when the token does not hold. */
export interface TokenFacts {
  readonly clientId: string;
  readonly username: string;
  readonly scopes: readonly string[];
  readonly kind: 'access_token' | 'refresh_token';
  readonly issued: Date;
  /** Refresh tokens have no end. */
  readonly expires: Date | undefined;
}

type FoundToken = IssuedToken & { readonly kind: TokenFacts['kind'] };

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** A refresh token that comes back after so long is refused like an unknown one; its chain goes on. */
const ROTATED_KEPT_MS = 30 * DAY_MS;

/** What applications ask of the server without a person: RFC 6749 4.1.3 and 6, RFC 7009, RFC 7662. */
@Injectable()
export class TokenExchangeService implements OnModuleInit {
  constructor(
    private readonly applications: ApplicationService,
    private readonly grants: GrantRepository,
    private readonly grantQuery: GrantQuery,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly registry: JobRegistry,
  ) {}

  onModuleInit(): void {
    this.registry.registerChore({
      name: 'forget ended OAuth2 grants',
      everyMs: HOUR_MS,
      run: () => this.sweep(),
    });
  }

  /**
   * Tokens for a code or a refresh token, which is used up by that. A second use ends the grant, with every token that
   * came of it.
   * @throws OAuthError
   */
  async exchange(request: ClientRequest): Promise<TokenPair> {
    const application = await this.applications.authenticate(request);
    assertGrantType(request.fields['grant_type']);
    const now = this.clock.now();
    let model: OAuthModel | undefined;
    try {
      return await this.unitOfWork.run((transaction) => {
        const { grants, grantQuery } = this;
        const { fields } = request;
        model = new OAuthModel({ grants, grantQuery, transaction, application, now, fields });
        return runExchange(model, application, fields);
      });
    } catch (error) {
      // After the refused request is rolled back: the end of the grant is to stay.
      if (model !== undefined) await this.endIfReused(model, now);
      throw ownError(error);
    }
  }

  /**
   * Ends a token: an access token alone, a refresh token with its whole grant (RFC 7009 2.1). An unknown one has ended.
   * @throws OAuthError when the token is another application's
   */
  async revoke(request: ClientRequest): Promise<void> {
    const application = await this.applications.authenticate(request);
    const token = await this.find(request);
    if (token === undefined) return;
    if (token.applicationId !== application.id) {
      throw new OAuthError('invalid_grant', 'The token was issued to another application.');
    }
    const now = this.clock.now();
    await this.unitOfWork.run((transaction) =>
      token.kind === 'refresh_token'
        ? this.grants.revokeGrant(transaction, token, now)
        : this.grants.expireToken(transaction, token, now),
    );
  }

  /**
   * Whether a token holds, for an application that can prove which one it is and was given the token (RFC 7662).
   * @throws OAuthError
   */
  async introspect(request: ClientRequest): Promise<TokenFacts | undefined> {
    const application = await this.applications.authenticate(request);
    if (application.clientType !== 'confidential') {
      throw new OAuthError('invalid_client', 'Only applications that have a secret may ask about tokens.');
    }
    const token = await this.find(request);
    if (token?.isLive !== true || token.applicationId !== application.id) return undefined;
    const { clientId, username, scopes, kind, created: issued } = token;
    const expires = kind === 'access_token' ? token.expires : undefined;
    if (expires !== undefined && expires <= this.clock.now()) return undefined;
    return { clientId, username, scopes, kind, issued, expires };
  }

  /** The hint is not needed: hashes of both kinds are looked up by an index (RFC 7009 2.1). */
  private async find({ fields: { token: sent } }: ClientRequest): Promise<FoundToken | undefined> {
    if (sent === undefined) throw new OAuthError('invalid_request', 'Missing token parameter.');
    const hash = hashSecret(sent);
    const access = await this.grantQuery.findAccessToken(hash);
    if (access !== undefined) return { ...access, kind: 'access_token' };
    const refresh = await this.grantQuery.findRefreshToken(hash);
    return refresh === undefined ? undefined : { ...refresh, kind: 'refresh_token' };
  }

  private async endIfReused({ suspect }: OAuthModel, now: Date): Promise<void> {
    if (suspect === undefined || !(await this.grants.isCodeTaken(suspect.grantId))) return;
    await this.unitOfWork.run((transaction) => this.grants.revokeGrant(transaction, suspect, now));
  }

  private sweep(): Promise<void> {
    const now = this.clock.now().getTime();
    return this.grants.sweep({
      codes: new Date(now - HOUR_MS),
      revoked: new Date(now - DAY_MS),
      rotated: new Date(now - ROTATED_KEPT_MS),
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
    accessTokenLifetime: ACCESS_TOKEN_SECONDS,
    // The credentials have been checked; those of the body go no further.
    requireClientAuthentication: Object.fromEntries(GRANT_TYPES.map((type) => [type, false])),
  });
  const { client_secret: _secret, ...rest } = fields;
  const request = libraryRequest({ ...rest, client_id: clientId });
  const { accessToken, refreshToken, scope } = await server.token(request, new OAuth2Server.Response());
  return {
    accessToken,
    refreshToken: refreshToken!,
    expiresInSeconds: ACCESS_TOKEN_SECONDS,
    scopes: scope ?? [],
  };
}

function assertGrantType(type: string | undefined): void {
  if (type === undefined) throw new OAuthError('invalid_request', 'Missing grant_type parameter.');
  if (!(GRANT_TYPES as readonly string[]).includes(type)) {
    throw new OAuthError(
      'unsupported_grant_type',
      `The grant types of this server are ${GRANT_TYPES.join(' and ')}.`,
    );
  }
}
