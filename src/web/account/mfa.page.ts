import type { MfaStatus, PendingMethod } from '../../modules/mfa/mfa-enrolment.service';
import { formErrorMessage, formField } from '../page/form-field';
import type { FormErrors } from '../page/handle-form';
import { html, type Html } from '../page/html';
import { csrfField } from '../page/page';
import type { Visitor } from '../page/visitor';
import { presentAccountPage } from './account-page';
import { codeField, enrolmentSteps, recoveryCodeList } from './mfa-parts';

const MENU = '/accounts/mfa/';

/** State of the second factor of the visitor. */
export function presentMfaPage(visitor: Visitor, status: MfaStatus) {
  const body = status.method?.isActive === true ? activeBody(visitor, status) : offBody(visitor);
  return presentAccountPage(visitor, MENU, { title: 'Second factor', body });
}

export function presentEnrolment(visitor: Visitor, pending: PendingMethod) {
  const body = html`<div class="sheet">
    <h2>Set up an authenticator app</h2>
    ${enrolmentSteps(pending)} ${confirmForm(visitor)}
  </div>`;
  return presentAccountPage(visitor, MENU, { title: 'Set up an authenticator app', body });
}

export function presentWrongConfirmation(visitor: Visitor, errors: FormErrors) {
  const body = html`<div class="sheet">
    <h2>Set up an authenticator app</h2>
    ${formErrorMessage(errors)} ${confirmForm(visitor, errors)}
    <p class="hint">If the app has no key yet, <a href="${MENU}">start again</a> with a new one.</p>
  </div>`;
  return presentAccountPage(visitor, MENU, { title: 'Set up an authenticator app', body, errors });
}

export function presentRecoveryCodes(visitor: Visitor, codes: readonly string[]) {
  const body = html`<div class="sheet">
    <h2>Your recovery codes</h2>
    ${recoveryCodeList(codes)}
    <div class="buttons"><a class="button" href="${MENU}">I have stored them</a></div>
  </div>`;
  return presentAccountPage(visitor, MENU, { title: 'Your recovery codes', body });
}

/** Asks for a code again after a wrong one. */
export function presentCodeAgain(
  visitor: Visitor,
  { action, button }: { action: 'codes' | 'deactivate'; button: string },
  errors: FormErrors,
) {
  const body = html`<div class="sheet">
    <h2>Enter a code</h2>
    ${formErrorMessage(errors)}
    <form method="post" action="/accounts/mfa/${action}/">
      ${csrfField(visitor)} ${codeField(errors)}
      <div class="buttons"><button>${button}</button><a class="button quiet" href="${MENU}">Cancel</a></div>
    </form>
  </div>`;
  return presentAccountPage(visitor, MENU, { title: 'Enter a code', body, errors });
}

function offBody(visitor: Visitor): Html {
  return html`<div class="sheet">
    <h2>Sign in with a second factor</h2>
    <p>
      Your account is protected by a password only. With a second factor, signing in also needs a code from an
      app on your phone, so that a stolen password does not suffice.
    </p>
    <p class="soft">
      Programs can then no longer send your password: give them an <a href="/token/">API token</a>. Tokens and
      applications keep working; other browsers are signed out.
    </p>
    <form method="post" action="/accounts/mfa/activate/">
      ${csrfField(visitor)}
      <div class="buttons"><button>Set up an authenticator app</button></div>
    </form>
  </div>`;
}

function activeBody(visitor: Visitor, { method, recoveryCodesLeft, isRequired }: MfaStatus): Html {
  return html`<div class="sheet">
    <h2>Second factor</h2>
    <p class="notice">
      Signing in needs a code from your authenticator app, since
      ${method!.dateModified.toISOString().slice(0, 10)}.
    </p>
    <p>Recovery codes left: <strong>${recoveryCodesLeft}</strong></p>
    <details class="confirm">
      <summary>Replace the recovery codes …</summary>
      <p class="hint">The present ones stop working.</p>
      ${codeForm(visitor, 'codes', 'Replace the recovery codes')}
    </details>
    ${
      isRequired
        ? html`<p class="hint">The operator requires a second factor, so it cannot be switched off.</p>`
        : html`<details class="confirm">
            <summary>Switch off …</summary>
            <p class="hint">Your account is then protected by the password only.</p>
            ${codeForm(visitor, 'deactivate', 'Switch off')}
          </details>`
    }
  </div>`;
}

function codeForm(visitor: Visitor, action: 'codes' | 'deactivate', button: string): Html {
  return html`<form method="post" action="/accounts/mfa/${action}/">
    ${csrfField(visitor)}
    ${formField({ name: 'code', id: `${action}-code`, label: 'Code', autocomplete: 'one-time-code' }, undefined)}
    <div class="buttons">
      <button class="${action === 'deactivate' ? 'danger' : 'quiet'}">${button}</button>
    </div>
  </form>`;
}

function confirmForm(visitor: Visitor, errors?: FormErrors): Html {
  return html`<form method="post" action="/accounts/mfa/confirm/">
    ${csrfField(visitor)} ${codeField(errors)}
    <div class="buttons"><button>Confirm</button><a class="button quiet" href="${MENU}">Cancel</a></div>
  </form>`;
}
