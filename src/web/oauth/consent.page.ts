import type { OAuthScope } from '../../domain/oauth/scope';
import type { AuthorizationStep } from '../../modules/oauth/authorization.service';
import { html } from '../page/html';
import { formToken, type HtmlPage, presentHtmlPage, presentRedirect } from '../page/page';
import type { Visitor } from '../page/visitor';

/** What a scope lets an application do, for the person who is asked. */
export const SCOPE_SENTENCES: Readonly<Record<OAuthScope, string>> = {
  read: 'See your profile, your projects and the data collected with them',
  write: 'Create, change and delete projects and data as you could yourself',
  groups: 'See which groups you belong to',
};

/**
 * A person is asked, or told that there is nothing to be asked, or goes back to the application: with 302, as clients
 * expect it (contract-assets 8.3).
 */
export function presentStep(
  visitor: Visitor,
  step: AuthorizationStep,
  sent: Readonly<Record<string, unknown>>,
) {
  switch (step.kind) {
    case 'redirect':
      return presentRedirect(step.location, [], 302);
    case 'refused':
      return presentRefused(visitor, step);
    case 'consent':
      return presentConsent(visitor, step, sent);
  }
}

/** The way back is the person's to take. */
function presentRefused(
  visitor: Visitor,
  { application, description, location }: Extract<AuthorizationStep, { kind: 'refused' }>,
) {
  const body = html`<div class="sheet">
    <h1>${application.name} did not ask as it should</h1>
    <p>You have been asked nothing, and nothing was given away. The application is to be mended:</p>
    <p class="notice">${description}</p>
    <p class="hint">The way back leads to <code>${placeOf(location)}</code>, which is told the same.</p>
    <div class="buttons">
      <a class="button" href="/token/">Stay here</a>
      <a class="button quiet" href="${location}" rel="noreferrer">Back to ${application.name}</a>
    </div>
  </div>`;
  return presentHtmlPage(visitor, {
    title: `${application.name} did not ask as it should`,
    body,
    narrow: true,
    status: 400,
  });
}

function presentConsent(
  visitor: Visitor,
  { actor, application, request }: Extract<AuthorizationStep, { kind: 'consent' }>,
  sent: Readonly<Record<string, unknown>>,
) {
  const body = html`<div class="sheet">
    <h1>${application.name} asks for access</h1>
    <p>
      You are signed in as <strong>${actor.username}</strong>. If you agree,
      <strong>${application.name}</strong> may:
    </p>
    <ul class="ticks">
      ${request.scopes.map((scope) => html`<li>${SCOPE_SENTENCES[scope]}</li>`)}
    </ul>
    <p class="hint">
      It never learns your password, and you can <a href="/o/authorized_tokens/">take this back</a> at any
      time. You will be led to <code>${placeOf(request.redirectUri)}</code>.
    </p>
    <form method="post" action="/o/authorize/">
      ${formToken(visitor)} ${PASSED_ON.map((name) => hiddenField(name, sent[name]))}
      <div class="buttons">
        <button name="allow" value="true">Allow</button><button class="quiet">Do not allow</button>
      </div>
    </form>
  </div>`;
  const page: HtmlPage = {
    title: `${application.name} asks for access`,
    body,
    narrow: true,
    formTargets: [formTarget(request.redirectUri)],
  };
  return presentHtmlPage(visitor, page);
}

/** The parameters of the request, which come back with the decision. */
const PASSED_ON = [
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
function placeOf(redirectUri: string): string {
  const { host, protocol } = new URL(redirectUri);
  return host === '' ? protocol : host;
}

/** As the browser's policy names it: an origin, or a scheme where there is none. */
function formTarget(redirectUri: string): string {
  const { origin, protocol } = new URL(redirectUri);
  return origin === 'null' ? protocol : origin;
}
