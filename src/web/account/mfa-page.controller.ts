import { type Text, t } from '../../language/message';
import { countText } from '../../language/format';
import { Body, Get } from '@nestjs/common';
import { CurrentSession, OwnCredentials } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import type { BrowserSession } from '../../domain/account/credential';
import { ClientAddress } from '../../http/negotiation/request';
import {
  MfaEnrolmentService,
  type MfaStatus,
  type PendingMethod,
} from '../../modules/account/mfa/mfa-enrolment.service';
import {
  handleForm,
  type FormErrors,
  type Sent,
  textOf,
  PageController,
  PostForm,
} from '../page/handle-form';
import { presentRedirect, csrfField } from '../page/page';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { formErrorMessage, formField } from '../page/form-field';
import { html, type Html, richText } from '../page/html';
import { presentAccountPage } from './account-page';
import { qrCode } from '../page/components';

const MENU = '/accounts/mfa/';

/** State of the second factor of the visitor. */
function presentMfaPage(visitor: Visitor, status: MfaStatus) {
  const body = status.method?.isActive === true ? activeBody(visitor, status) : offBody(visitor);
  return presentAccountPage(visitor, MENU, { title: t('Second factor'), body });
}

function presentEnrolment(visitor: Visitor, pending: PendingMethod) {
  const body = html`<div class="sheet">
    <h2>${t('Set up an authenticator app')}</h2>
    ${enrolmentSteps(pending)} ${confirmForm(visitor)}
  </div>`;
  return presentAccountPage(visitor, MENU, { title: t('Set up an authenticator app'), body });
}

function presentWrongConfirmation(visitor: Visitor, errors: FormErrors) {
  const body = html`<div class="sheet">
    <h2>${t('Set up an authenticator app')}</h2>
    ${formErrorMessage(errors)} ${confirmForm(visitor, errors)}
    <p class="hint">
      ${richText('If the app has no key yet, <a>start again</a> with a new one.', { a: (text) => html`<a href="${MENU}">${text}</a>` })}
    </p>
  </div>`;
  return presentAccountPage(visitor, MENU, { title: t('Set up an authenticator app'), body, errors });
}

export function presentRecoveryCodes(visitor: Visitor, codes: readonly string[]) {
  const body = html`<div class="sheet">
    <h2>${t('Your recovery codes')}</h2>
    ${recoveryCodeList(codes)}
    <div class="buttons"><a class="button" href="${MENU}">${t('I have stored them')}</a></div>
  </div>`;
  return presentAccountPage(visitor, MENU, { title: t('Your recovery codes'), body });
}

/** Asks for a code again after a wrong one. */
function presentCodeAgain(
  visitor: Visitor,
  { action, button }: { action: 'codes' | 'deactivate'; button: Text },
  errors: FormErrors,
) {
  const body = html`<div class="sheet">
    <h2>${t('Enter a code')}</h2>
    ${formErrorMessage(errors)}
    <form method="post" action="/accounts/mfa/${action}/">
      ${csrfField(visitor)} ${codeField(errors)}
      <div class="buttons">
        <button>${button}</button><a class="button quiet" href="${MENU}">${t('Cancel')}</a>
      </div>
    </form>
  </div>`;
  return presentAccountPage(visitor, MENU, { title: t('Enter a code'), body, errors });
}

function offBody(visitor: Visitor): Html {
  return html`<div class="sheet">
    <h2>${t('Sign in with a second factor')}</h2>
    <p>
      ${t('Your account is protected by a password only. With a second factor, signing in also needs a code from an app on your phone, so that a stolen password does not suffice.')}
    </p>
    <p class="soft">
      ${richText('Programs can then no longer send your password: give them an <a>API token</a>. Tokens and applications keep working; other browsers are signed out.', { a: (text) => html`<a href="/token/">${text}</a>` })}
    </p>
    <form method="post" action="/accounts/mfa/activate/">
      ${csrfField(visitor)}
      <div class="buttons"><button>${t('Set up an authenticator app')}</button></div>
    </form>
  </div>`;
}

function activeBody(visitor: Visitor, { method, recoveryCodesLeft, isRequired }: MfaStatus): Html {
  return html`<div class="sheet">
    <h2>${t('Second factor')}</h2>
    <p class="notice">
      ${t('Signing in needs a code from your authenticator app, since {day}.', { day: method!.dateModified.toISOString().slice(0, 10) })}
    </p>
    <p>
      ${richText('Recovery codes left: <strong>{recoveryCodesLeft}</strong>', { strong: (text) => html`<strong>${text}</strong>` }, { recoveryCodesLeft: countText(recoveryCodesLeft) })}
    </p>
    <details class="confirm">
      <summary>${t('Replace the recovery codes …')}</summary>
      <p class="hint">${t('The present ones stop working.')}</p>
      ${codeForm(visitor, 'codes', t('Replace the recovery codes'))}
    </details>
    ${
      isRequired
        ? html`<p class="hint">
            ${t('The operator requires a second factor, so it cannot be switched off.')}
          </p>`
        : html`<details class="confirm">
            <summary>${t('Switch off …')}</summary>
            <p class="hint">${t('Your account is then protected by the password only.')}</p>
            ${codeForm(visitor, 'deactivate', t('Switch off'))}
          </details>`
    }
  </div>`;
}

function codeForm(visitor: Visitor, action: 'codes' | 'deactivate', button: Text): Html {
  return html`<form method="post" action="/accounts/mfa/${action}/">
    ${csrfField(visitor)}
    ${formField({ name: 'code', id: `${action}-code`, label: t('Code'), autocomplete: 'one-time-code' }, undefined)}
    <div class="buttons">
      <button class="${action === 'deactivate' ? 'danger' : 'quiet'}">${button}</button>
    </div>
  </form>`;
}

function confirmForm(visitor: Visitor, errors?: FormErrors): Html {
  return html`<form method="post" action="/accounts/mfa/confirm/">
    ${csrfField(visitor)} ${codeField(errors)}
    <div class="buttons">
      <button>${t('Confirm')}</button><a class="button quiet" href="${MENU}">${t('Cancel')}</a>
    </div>
  </form>`;
}

/** Pages to set up and switch off the second factor. */
@PageController('accounts/mfa')
export class MfaPageController {
  constructor(private readonly enrolment: MfaEnrolmentService) {}

  @Get()
  @OwnCredentials()
  async show(@CurrentVisitor() visitor: Visitor<UserActor>) {
    return presentMfaPage(visitor, await this.enrolment.status(visitor.actor.id));
  }

  @PostForm('activate')
  @OwnCredentials()
  activate(@CurrentVisitor() visitor: Visitor<UserActor>) {
    return handleForm(() => this.enrolment.begin(visitor.actor, issuerOf(visitor)), {
      done: (pending) => presentEnrolment(visitor, pending),
      invalid: () => presentRedirect('/accounts/mfa/'),
    });
  }

  @PostForm('confirm')
  @OwnCredentials()
  confirm(
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @CurrentSession() session: BrowserSession | undefined,
    @ClientAddress() address: string | undefined,
    @Body() body: Sent,
  ) {
    const origin = { address, session: session?.id };
    return handleForm(() => this.enrolment.confirm(visitor.actor, textOf(body['code']), origin), {
      done: (codes) => presentRecoveryCodes(visitor, codes),
      invalid: (errors) => presentWrongConfirmation(visitor, errors),
    });
  }

  @PostForm('codes')
  @OwnCredentials()
  regenerate(
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @ClientAddress() address: string | undefined,
    @Body() body: Sent,
  ) {
    return handleForm(
      () => this.enrolment.regenerateCodes(visitor.actor, textOf(body['code']), { address }),
      {
        done: (codes) => presentRecoveryCodes(visitor, codes),
        invalid: (errors) =>
          presentCodeAgain(visitor, { action: 'codes', button: t('Replace the recovery codes') }, errors),
      },
    );
  }

  @PostForm('deactivate')
  @OwnCredentials()
  deactivate(
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @ClientAddress() address: string | undefined,
    @Body() body: Sent,
  ) {
    return handleForm(() => this.enrolment.deactivate(visitor.actor, textOf(body['code']), { address }), {
      done: () => presentRedirect('/accounts/mfa/'),
      invalid: (errors) =>
        presentCodeAgain(visitor, { action: 'deactivate', button: t('Switch off') }, errors),
    });
  }
}

/** Name of this service in authenticator apps. */
export function issuerOf({ origin }: Pick<Visitor, 'origin'>): string {
  return new URL(origin).hostname;
}

/** Shows the key of an authenticator, which is shown once. */
export function enrolmentSteps({ secret, uri }: PendingMethod): Html {
  return html`<ol>
      <li>${t('Install an authenticator app on your phone, if you have none.')}</li>
      <li>${t('Scan this code with the app, or type the key into it.')}</li>
      <li>${t('Enter the six digits that the app shows.')}</li>
    </ol>
    ${qrCode(uri, t('QR code of the key below'))}
    <code class="secret" id="key">${secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
    <p class="hint">${t('The key is shown once. Do not share it: it is as secret as your password.')}</p>`;
}

export function codeField(errors: FormErrors | undefined, { hint }: { hint?: Text } = {}): Html {
  return formField(
    {
      name: 'code',
      label: t('Code'),
      autocomplete: 'one-time-code',
      autofocus: true,
      ...(hint !== undefined && { hint }),
    },
    errors,
  );
}

/** The only page that contains the recovery codes. */
export function recoveryCodeList(codes: readonly string[]): Html {
  return html`<p>
      ${richText('Each of these codes replaces a code of the app once, for example when your phone is lost. They are <strong>not shown again</strong>: print them, or store them in a password manager.', { strong: (text) => html`<strong>${text}</strong>` })}
    </p>
    <pre class="secret" id="recovery-codes">${codes.join('\n')}</pre>
    <p class="hint" id="copy-status" role="status"></p>
    <div class="buttons">
      <button type="button" class="quiet" data-copy="recovery-codes" data-status="copy-status" hidden>
        ${t('Copy')}
      </button>
    </div>`;
}
