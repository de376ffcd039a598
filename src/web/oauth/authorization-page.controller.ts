import { Body, Get, HttpCode } from '@nestjs/common';
import { OwnCredentials } from '../../authorization/policy';
import {
  AuthorizationService,
  type AuthorizationStep,
} from '../../modules/account/oauth/authorization.service';
import { RepeatableQuery } from '../../http/negotiation/request';
import { PageController, PostForm, type Sent } from '../page/handle-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import type { OAuthScope } from '../../domain/oauth/application';
import { html, richText } from '../page/html';
import { csrfField, type HtmlPage, presentHtmlPage, presentRedirect } from '../page/page';
import { type Text, knownText, t } from '../../language/message';

export const scopeDescriptions = (): Readonly<Record<OAuthScope, Text>> => ({
  read: t('View your profile, your projects and their data'),
  write: t('Create, change and delete projects and data with your permissions'),
  groups: t('View the groups that you belong to'),
});

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
    <h1>${t('{name} sent an invalid request', { name: application.name })}</h1>
    <p>${t('No access was granted. The developers of the application must fix the request:')}</p>
    <p class="notice">${knownText(description)}</p>
    <p class="hint">
      ${richText('If you go back to <code>{location}</code>, the application receives this error.', { code: (text) => html`<code>${text}</code>` }, { location: destinationOf(location) })}
    </p>
    <div class="buttons">
      <a class="button" href="/token/">${t('Stay')}</a>
      <a class="button quiet" href="${location}" rel="noreferrer"
        >${t('Back to {name}', { name: application.name })}</a
      >
    </div>
  </div>`;
  return presentHtmlPage(visitor, {
    title: t('{name} sent an invalid request', { name: application.name }),
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
    <h1>${t('{name} requests access', { name: application.name })}</h1>
    <p>
      ${richText('You are signed in as <strong>{username}</strong>. If you allow it, <strong>{name}</strong> can:', { strong: (text) => html`<strong>${text}</strong>` }, { username: actor.username, name: application.name })}
    </p>
    <ul class="ticks">
      ${request.scopes.map((scope) => html`<li>${scopeDescriptions()[scope]}</li>`)}
    </ul>
    <p class="hint">
      ${richText('It never receives your password, and you can <a>revoke its access</a> at any time. You will be redirected to <code>{redirectUri}</code>.', { a: (text) => html`<a href="/o/authorized_tokens/">${text}</a>`, code: (text) => html`<code>${text}</code>` }, { redirectUri: destinationOf(request.redirectUri) })}
    </p>
    <form method="post" action="/o/authorize/">
      ${csrfField(visitor)} ${REQUEST_PARAMETERS.map((name) => hiddenField(name, sent[name]))}
      <div class="buttons">
        <button name="allow" value="true">${t('Allow')}</button
        ><button class="quiet">${t('Do not allow')}</button>
      </div>
    </form>
  </div>`;
  const page: HtmlPage = {
    title: t('{name} requests access', { name: application.name }),
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
