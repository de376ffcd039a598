import { Body, Get, HttpCode } from '@nestjs/common';
import { OwnCredentials } from '../../authorization/policy';
import {
  AuthorizationService,
  type AuthorizationStep,
} from '../../modules/account/oauth/authorization.service';
import { RepeatableQuery } from '../../http/negotiation/request-url';
import { PageController, PostForm, type Sent } from '../page/handle-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import type { OAuthScope } from '../../domain/oauth/application';
import { html } from '../page/html';
import { csrfField, type HtmlPage, presentHtmlPage, presentRedirect } from '../page/page';

export const SCOPE_DESCRIPTIONS: Readonly<Record<OAuthScope, string>> = {
  read: 'View your profile, your projects and their data',
  write: 'Create, change and delete projects and data with your permissions',
  groups: 'View the groups that you belong to',
};

/** Consent page, error page, or redirect to the application: with 302, as clients expect it (contract-assets 8.3). */
function presentAuthorizationStep(visitor: Visitor, step: AuthorizationStep, sent: Sent) {
  switch (step.kind) {
    case 'redirect':
      return presentRedirect(step.location, [], 302);
    case 'refused':
      return presentRefused(visitor, step);
    case 'consent':
      return presentConsent(visitor, step, sent);
  }
}

/** Links to the redirect URI: an invalid request must not redirect automatically. */
function presentRefused(
  visitor: Visitor,
  { application, description, location }: Extract<AuthorizationStep, { kind: 'refused' }>,
) {
  const body = html`<div class="sheet">
    <h1>${application.name} sent an invalid request</h1>
    <p>No access was granted. The developers of the application must fix the request:</p>
    <p class="notice">${description}</p>
    <p class="hint">
      If you go back to <code>${destinationOf(location)}</code>, the application receives this error.
    </p>
    <div class="buttons">
      <a class="button" href="/token/">Stay</a>
      <a class="button quiet" href="${location}" rel="noreferrer">Back to ${application.name}</a>
    </div>
  </div>`;
  return presentHtmlPage(visitor, {
    title: `${application.name} sent an invalid request`,
    body,
    narrow: true,
    status: 400,
  });
}

function presentConsent(
  visitor: Visitor,
  { actor, application, request }: Extract<AuthorizationStep, { kind: 'consent' }>,
  sent: Sent,
) {
  const body = html`<div class="sheet">
    <h1>${application.name} requests access</h1>
    <p>
      You are signed in as <strong>${actor.username}</strong>. If you allow it,
      <strong>${application.name}</strong> can:
    </p>
    <ul class="ticks">
      ${request.scopes.map((scope) => html`<li>${SCOPE_DESCRIPTIONS[scope]}</li>`)}
    </ul>
    <p class="hint">
      It never receives your password, and you can
      <a href="/o/authorized_tokens/">revoke its access</a> at any time. You will be redirected to
      <code>${destinationOf(request.redirectUri)}</code>.
    </p>
    <form method="post" action="/o/authorize/">
      ${csrfField(visitor)} ${REQUEST_PARAMETERS.map((name) => hiddenField(name, sent[name]))}
      <div class="buttons">
        <button name="allow" value="true">Allow</button><button class="quiet">Do not allow</button>
      </div>
    </form>
  </div>`;
  const page: HtmlPage = {
    title: `${application.name} requests access`,
    body,
    narrow: true,
    formTargets: [formTarget(request.redirectUri)],
  };
  return presentHtmlPage(visitor, page);
}

const REQUEST_PARAMETERS = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const;

function hiddenField(name: string, value: unknown) {
  return typeof value === 'string' && html`<input type="hidden" name="${name}" value="${value}" />`;
}

/** Host of a website, or scheme of an installed application. */
function destinationOf(redirectUri: string): string {
  const { host, protocol } = new URL(redirectUri);
  return host === '' ? protocol : host;
}

/** CSP source: the origin, or the scheme of an installed application. */
function formTarget(redirectUri: string): string {
  const { origin, protocol } = new URL(redirectUri);
  return origin === 'null' ? protocol : origin;
}

/** Authorization endpoint (RFC 6749 3.1). */
@PageController('o/authorize')
export class AuthorizationPageController {
  constructor(private readonly authorizations: AuthorizationService) {}

  @Get()
  @OwnCredentials({ inService: true })
  async begin(@CurrentVisitor() visitor: Visitor, @RepeatableQuery() sent: Sent) {
    return presentAuthorizationStep(visitor, await this.authorizations.begin(visitor.actor, sent), sent);
  }

  @PostForm()
  @HttpCode(200)
  @OwnCredentials({ inService: true })
  async decide(@CurrentVisitor() visitor: Visitor, @Body() sent: Sent) {
    return presentAuthorizationStep(visitor, await this.authorizations.decide(visitor.actor, sent), sent);
  }
}
