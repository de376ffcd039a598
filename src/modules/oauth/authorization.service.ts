import OAuth2Server from '@node-oauth/oauth2-server';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { Actor, UserActor } from '../../domain/account/actor';
import { NotFoundError, UnauthenticatedError } from '../../domain/errors';
import type { Application } from '../../domain/oauth/application';
import {
  type AuthorizationReading,
  type AuthorizationRequest,
  readAuthorizationRequest,
  readParameter,
  type SentParameters,
} from '../../domain/oauth/authorization-request';
import { withAnswer } from '../../domain/oauth/redirect-uri';
import { cutPage, type Page, type PageWindow } from '../../domain/page';
import {
  type CredentialEnd,
  type CredentialHolder,
  CredentialHolders,
} from '../../events/credential-holder.port';
import { ApplicationService } from './application.service';
import { type AuthorizedApplication, GrantQuery } from './grant.query';
import { GrantRepository } from './grant.repository';
import { CODE_SECONDS, libraryRequest, ownError } from './oauth-library';
import { OAuthModel } from './oauth-model';

export type { AuthorizedApplication } from './grant.query';

/**
 * What happens next: a person is asked, or is told that the application asked wrongly, or, having been asked, is led back
 * to the application.
 */
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
      /** What the application is told if the person goes back to it. */
      readonly description: string;
      readonly location: string;
    }
  | { readonly kind: 'redirect'; readonly location: string };

type Read = { actor: UserActor; application: Application; reading: AuthorizationReading };

/** A person, an application, and what the one lets the other do (RFC 6749 4.1). */
@Injectable()
export class AuthorizationService implements OnModuleInit, CredentialHolder {
  constructor(
    private readonly applications: ApplicationService,
    private readonly grants: GrantRepository,
    private readonly grantQuery: GrantQuery,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly holders: CredentialHolders,
  ) {}

  onModuleInit(): void {
    this.holders.add(this);
  }

  /**
   * An application sends a person here. One who has agreed before is not asked again, where the application wants that
   * and can be told from others: a public one could be anybody who borrows its name (RFC 6749 10.2).
   * @throws OAuthError when it is not certain where an answer may go
   * @throws UnauthenticatedError when nobody is signed in
   */
  async begin(actor: Actor, sent: SentParameters): Promise<AuthorizationStep> {
    const read = await this.read(actor, sent);
    if (read.reading.kind === 'refused') return refusedStep(read.application, read.reading);
    const { request } = read.reading;
    const isAgreed =
      request.asksOnce &&
      read.application.clientType === 'confidential' &&
      (await this.grants.hasLiveGrant(read.actor.id, read.application.id, request.scopes));
    if (isAgreed) return this.grant(read.actor, read.application, request);
    return { kind: 'consent', actor: read.actor, application: read.application, request };
  }

  /** The person has decided. Everything is read anew, for it comes from the browser again. */
  async decide(actor: Actor, sent: SentParameters): Promise<AuthorizationStep> {
    const { actor: user, application, reading } = await this.read(actor, sent);
    if (reading.kind === 'refused') return refusedStep(application, reading);
    if (readParameter(sent, 'allow') === undefined) {
      const { redirectUri, state } = reading.request;
      return {
        kind: 'redirect',
        location: withAnswer(redirectUri, {
          error: 'access_denied',
          error_description: 'The user did not agree.',
          state,
        }),
      };
    }
    return this.grant(user, application, reading.request);
  }

  /** The applications that may act for this person. */
  async listAuthorized(actor: UserActor, window: PageWindow): Promise<Page<AuthorizedApplication>> {
    return cutPage(await this.grantQuery.listAuthorized(actor.id), window);
  }

  /** Takes back all that this person has granted to an application. @throws NotFoundError when that is nothing */
  async withdraw(actor: Pick<UserActor, 'id'>, clientId: string): Promise<void> {
    const ended = await this.unitOfWork.run((transaction) =>
      this.grantQuery.revokeAuthorized(transaction, actor.id, clientId, this.clock.now()),
    );
    if (ended === 0) throw new NotFoundError();
  }

  async endCredentials(transaction: Transaction, { userId }: CredentialEnd): Promise<void> {
    await this.grants.revokeAll(transaction, userId, this.clock.now());
  }

  /** The application first: a request that names none must not lead anywhere, not even to the sign-in page. */
  private async read(actor: Actor, sent: SentParameters): Promise<Read> {
    const application = await this.applications.findForAuthorization(readParameter(sent, 'client_id'));
    const reading = readAuthorizationRequest(sent, application);
    if (actor.kind === 'anonymous') throw new UnauthenticatedError();
    return { actor, application, reading };
  }

  private async grant(
    actor: UserActor,
    application: Application,
    { redirectUri, namesRedirectUri, scopes, codeChallenge, state }: AuthorizationRequest,
  ): Promise<AuthorizationStep> {
    const fields = {
      client_id: application.clientId,
      response_type: 'code',
      scope: scopes.join(' '),
      ...(namesRedirectUri && { redirect_uri: redirectUri }),
      ...(codeChallenge !== undefined && { code_challenge: codeChallenge, code_challenge_method: 'S256' }),
    };
    const now = this.clock.now();
    const code = await this.unitOfWork
      .run(async (transaction) => {
        const { grants, grantQuery } = this;
        const model = new OAuthModel({ grants, grantQuery, transaction, application, now, fields });
        const server = new OAuth2Server({
          model,
          allowEmptyState: true,
          authorizationCodeLifetime: CODE_SECONDS,
        });
        return server.authorize(libraryRequest(fields), new OAuth2Server.Response(), {
          authenticateHandler: { handle: () => ({ id: actor.id }) },
        });
      })
      .catch((error: unknown) => {
        throw ownError(error);
      });
    return { kind: 'redirect', location: withAnswer(redirectUri, { code: code.authorizationCode, state }) };
  }
}

/**
 * Nobody is led away who was asked nothing: anybody can register an application, and send people by way of a wrong
 * request from an address that they trust to one that they would not (RFC 9700 4.11.2).
 */
function refusedStep(
  application: Application,
  { refusal }: Extract<AuthorizationReading, { kind: 'refused' }>,
): AuthorizationStep {
  const { redirectUri, error, description, state } = refusal;
  const location = withAnswer(redirectUri, { error, error_description: description, state });
  return { kind: 'refused', application, description, location };
}
