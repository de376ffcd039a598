import OAuth2Server from '@node-oauth/oauth2-server';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import { type Transaction, UnitOfWork } from '../../../database/unit-of-work/unit-of-work.port';
import type { Actor, UserActor } from '../../../domain/account/actor';
import { NotFoundError, UnauthenticatedError } from '../../../domain/errors';
import { type Application, authorizationResponseUri, actorScopes } from '../../../domain/oauth/application';
import {
  type AuthorizationRequestResult,
  type AuthorizationRequest,
  readAuthorizationRequest,
  readParameter,
  type SentParameters,
} from '../../../domain/oauth/authorization-request';
import { paginate, type Page, type PageWindow } from '../../../domain/page';
import {
  type CredentialRevocation,
  type CredentialSubscriber,
  CredentialSubscribers,
} from '../../../events/subscribers.port';
import { ApplicationService } from './application.service';
import { type AuthorizedApplication, GrantRepository } from './grant.repository';
import { CODE_TTL_S, libraryRequest, toDomainError, OAuthModel } from './oauth-model';
import { NotifiedCache } from '../../../database/cache/notified-cache';
import { ChangeNotifications } from '../../../database/change-notifications';
import { hashSecret } from './secret';

export type { AuthorizedApplication } from './grant.repository';

/** Next step: show the consent page, show an error page, or redirect to the application. */
export type AuthorizationStep =
  | {
      readonly kind: 'consent';
      readonly actor: UserActor;
      readonly application: Application;
      readonly request: AuthorizationRequest;
    }
  | {
      readonly kind: 'refused';
      readonly application: Application;
      /** `error_description` of the response to the application. */
      readonly description: string;
      readonly location: string;
    }
  | { readonly kind: 'redirect'; readonly location: string };

type ValidatedAuthorization = {
  actor: UserActor;
  application: Application;
  result: AuthorizationRequestResult;
};

/** Authorization endpoint: consent and authorization codes (RFC 6749 4.1). */
@Injectable()
export class AuthorizationService implements OnModuleInit, CredentialSubscriber {
  constructor(
    private readonly applications: ApplicationService,
    private readonly grants: GrantRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly subscribers: CredentialSubscribers,
  ) {}

  onModuleInit(): void {
    this.subscribers.add(this);
  }

  /**
   * Starts an authorization. Skips consent when the user has consented before and the application requests it and is
   * confidential, since public clients can be impersonated (RFC 6749 10.2).
   * @throws OAuthError for an unknown client or invalid redirect URI
   * @throws UnauthenticatedError when the user is not signed in
   */
  async begin(actor: Actor, sent: SentParameters): Promise<AuthorizationStep> {
    const { actor: user, application, result } = await this.validate(actor, sent);
    if (result.kind === 'refused') return refusedStep(application, result);
    const { request } = result;
    const hasConsent =
      request.reusesConsent &&
      application.clientType === 'confidential' &&
      (await this.grants.hasLiveGrant(user.id, application.id, request.scopes));
    if (hasConsent) return this.grant(user, application, request);
    return { kind: 'consent', actor: user, application, request };
  }

  /** Handles the consent form; validates all parameters again, since the browser sends them. */
  async decide(actor: Actor, sent: SentParameters): Promise<AuthorizationStep> {
    const { actor: user, application, result } = await this.validate(actor, sent);
    if (result.kind === 'refused') return refusedStep(application, result);
    if (readParameter(sent, 'allow') === undefined) {
      const { redirectUri, state } = result.request;
      return {
        kind: 'redirect',
        location: authorizationResponseUri(redirectUri, {
          error: 'access_denied',
          error_description: 'The user denied the request.',
          state,
        }),
      };
    }
    return this.grant(user, application, result.request);
  }

  async listAuthorized(actor: UserActor, window: PageWindow): Promise<Page<AuthorizedApplication>> {
    return paginate(await this.grants.listAuthorized(actor.id), window);
  }

  /** Revokes all grants of the user to an application. @throws NotFoundError when there are none */
  async revoke(actor: Pick<UserActor, 'id'>, clientId: string): Promise<void> {
    const revoked = await this.unitOfWork.run((transaction) =>
      this.grants.revokeAuthorized(transaction, actor.id, clientId, this.clock.now()),
    );
    if (revoked === 0) throw new NotFoundError();
  }

  async revokeCredentials(transaction: Transaction, { userId }: CredentialRevocation): Promise<void> {
    await this.grants.revokeAll(transaction, userId, this.clock.now());
  }

  /** Validates the client first: an unknown one must not even redirect to the sign-in page. */
  private async validate(actor: Actor, sent: SentParameters): Promise<ValidatedAuthorization> {
    const application = await this.applications.findForAuthorization(readParameter(sent, 'client_id'));
    const result = readAuthorizationRequest(sent, application);
    if (actor.kind === 'anonymous') throw new UnauthenticatedError();
    return { actor, application, result };
  }

  private async grant(
    actor: UserActor,
    application: Application,
    { redirectUri, hasRedirectUri, scopes, codeChallenge, state }: AuthorizationRequest,
  ): Promise<AuthorizationStep> {
    const fields = {
      client_id: application.clientId,
      response_type: 'code',
      scope: scopes.join(' '),
      ...(hasRedirectUri && { redirect_uri: redirectUri }),
      ...(codeChallenge !== undefined && { code_challenge: codeChallenge, code_challenge_method: 'S256' }),
    };
    const now = this.clock.now();
    const code = await this.unitOfWork
      .run(async (transaction) => {
        const { grants } = this;
        const model = new OAuthModel({ grants, transaction, application, now, fields });
        const server = new OAuth2Server({
          model,
          allowEmptyState: true,
          authorizationCodeLifetime: CODE_TTL_S,
        });
        return server.authorize(libraryRequest(fields), new OAuth2Server.Response(), {
          authenticateHandler: { handle: () => ({ id: actor.id }) },
        });
      })
      .catch((error: unknown) => {
        throw toDomainError(error);
      });
    return {
      kind: 'redirect',
      location: authorizationResponseUri(redirectUri, { code: code.authorizationCode, state }),
    };
  }
}

/** Shows an error page instead of redirecting, to prevent open redirects (RFC 9700 4.11.2). */
function refusedStep(
  application: Application,
  { refusal }: Extract<AuthorizationRequestResult, { kind: 'refused' }>,
): AuthorizationStep {
  const { redirectUri, error, description, state } = refusal;
  const location = authorizationResponseUri(redirectUri, { error, error_description: description, state });
  return { kind: 'refused', application, description, location };
}

interface CachedBearer {
  readonly actor: UserActor;
  readonly expires: Date;
}

const CACHE_LIMITS = { maxEntries: 10_000, ttlMs: 60_000 };

@Injectable()
export class BearerService {
  private readonly cache: NotifiedCache<CachedBearer>;

  constructor(
    private readonly grants: GrantRepository,
    private readonly clock: Clock,
    notifications: ChangeNotifications,
  ) {
    this.cache = new NotifiedCache(notifications, CACHE_LIMITS);
  }

  /** Returns undefined for an unknown, revoked or expired token. */
  async actorOf(token: string): Promise<UserActor | undefined> {
    const hash = hashSecret(token);
    const bearer = await this.cache.get(hash.toString('base64'), async () => {
      const found = await this.grants.findAccessToken(hash);
      if (found?.isLive !== true) return undefined;
      const { userId: id, username, isSuperuser, scopes, expires } = found;
      const actor: UserActor = {
        kind: 'user',
        id,
        username,
        isSuperuser,
        credential: 'bearer',
        scopes: actorScopes(scopes),
      };
      return { value: { actor, expires }, dependencies: [{ subject: 'user', id }] };
    });
    return bearer !== undefined && bearer.expires > this.clock.now() ? bearer.actor : undefined;
  }
}
