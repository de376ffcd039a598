import type { FormProblem } from '../page/form-answer';
import { formAlarm, formField } from '../page/form-field';
import { html } from '../page/html';
import { formToken, presentHtmlPage } from '../page/page';
import type { Visitor } from '../page/visitor';

export interface SignInForm {
  readonly username: string;
  /** The local path that the visitor wanted to go to. */
  readonly next: string;
}

/** Where those who sign in without having wanted anything else are led. */
export const AFTER_SIGN_IN = '/token/';

export function presentSignIn(visitor: Visitor, { username, next }: SignInForm, problem?: FormProblem) {
  const body = html`<div class="sheet">
    <h1>Sign in</h1>
    ${
      leadsToApplication(next) &&
      html`<p class="soft">
        An application asks for access to your account. Sign in to see what it asks for.
      </p>`
    }
    ${formAlarm(problem)}
    <form method="post" action="/accounts/login/">
      ${formToken(visitor)}
      <input type="hidden" name="next" value="${next}" />
      ${formField({ name: 'username', label: 'Username', value: username, autocomplete: 'username', autofocus: username === '' }, problem)}
      ${formField({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', autofocus: username !== '' }, problem)}
      <div class="buttons"><button>Sign in</button></div>
    </form>
  </div>`;
  return presentHtmlPage(visitor, {
    title: 'Sign in',
    body,
    narrow: true,
    // An application that was agreed to before gets its answer without another page in between.
    formTargets: leadsToApplication(next) ? 'any' : [],
    ...(problem !== undefined && { status: problem.status, headers: problem.headers }),
  });
}

export function presentSignOut(visitor: Visitor) {
  const body = html`<div class="sheet">
    <h1>Sign out</h1>
    <p>You will need your password to come in again. API tokens and applications go on working.</p>
    <form method="post" action="/accounts/logout/">
      ${formToken(visitor)}
      <div class="buttons"><button>Sign out</button><a class="button quiet" href="/token/">Stay</a></div>
    </form>
  </div>`;
  return presentHtmlPage(visitor, { title: 'Sign out', body, narrow: true });
}

function leadsToApplication(next: string): boolean {
  return /^\/o\/authorize\b/.test(next);
}
