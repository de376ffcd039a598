import { Body, Get, Param } from '@nestjs/common';
import { Public } from '../../authorization/policy';
import { PasswordResetService, PasswordRequestService } from '../../modules/account/password-reset.service';
import {
  handleForm,
  type FormErrors,
  type Sent,
  textOf,
  PageController,
  PostForm,
} from '../page/handle-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { InvalidError } from '../../domain/errors';
import { formErrorMessage, formField } from '../page/form-field';
import { html, richText } from '../page/html';
import { csrfField, presentHtmlPage } from '../page/page';
import { ClientAddress } from '../../http/negotiation/request';
import { t } from '../../language/message';

/** Sets a new password by a link that was mailed, or that an administrator made. */
@PageController('accounts/password/reset/:key')
export class PasswordResetPageController {
  constructor(private readonly resets: PasswordResetService) {}

  @Get()
  @Public()
  async show(@CurrentVisitor() visitor: Visitor, @Param('key') key: string) {
    const username = await this.resets.usernameOf(key);
    return username === undefined
      ? presentUnusableLink(visitor)
      : presentPasswordReset(visitor, key, username);
  }

  @PostForm()
  @Public()
  async complete(@CurrentVisitor() visitor: Visitor, @Param('key') key: string, @Body() body: Sent) {
    const username = await this.resets.usernameOf(key);
    if (username === undefined) return presentUnusableLink(visitor);
    return handleForm(async () => this.resets.complete(key, readNewPassword(body)), {
      done: () => presentPasswordWasReset(visitor),
      invalid: (errors) => presentPasswordReset(visitor, key, username, errors),
    });
  }
}

export interface PasswordForm {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/** @throws InvalidError if the two new passwords differ */
export function readPasswordForm(body: Sent): PasswordForm {
  return { currentPassword: textOf(body['current_password']), newPassword: readNewPassword(body) };
}

/** @throws InvalidError if the two new passwords differ */
function readNewPassword(body: Sent): string {
  const newPassword = textOf(body['new_password']);
  if (newPassword !== textOf(body['repeated_password'])) {
    throw InvalidError.at('repeated_password', 'The passwords do not match. Enter the new password again.');
  }
  return newPassword;
}

export function presentPasswordReset(visitor: Visitor, key: string, username: string, errors?: FormErrors) {
  const body = html`<div class="sheet">
    <h1>${t('Set a new password')}</h1>
    <p class="soft">
      ${richText('For the account <strong>{username}</strong>.', { strong: (text) => html`<strong dir="auto">${text}</strong>` }, { username })}
    </p>
    ${formErrorMessage(errors)}
    <form method="post" action="/accounts/password/reset/${key}/">
      ${csrfField(visitor)}
      ${formField({ name: 'new_password', label: t('New password'), type: 'password', autocomplete: 'new-password', autofocus: true, hint: t('At least 8 characters. A long phrase is easy to remember.') }, errors)}
      ${formField({ name: 'repeated_password', label: t('Repeat the new password'), type: 'password', autocomplete: 'new-password' }, errors)}
      <div class="buttons"><button>${t('Set the password')}</button></div>
    </form>
  </div>`;
  return presentHtmlPage(visitor, {
    title: t('Set a new password'),
    body,
    narrow: true,
    errors,
  });
}

function presentPasswordWasReset(visitor: Visitor) {
  const body = html`<div class="sheet">
    <h1>${t('The password is set')}</h1>
    <p>${t('All sessions and tokens of the account were revoked. Sign in with the new password.')}</p>
    <div class="buttons"><a class="button" href="/accounts/login/">${t('Sign in')}</a></div>
  </div>`;
  return presentHtmlPage(visitor, { title: t('Password set'), body, narrow: true });
}

function presentUnusableLink(visitor: Visitor) {
  const body = html`<div class="sheet">
    <h1>${t('The link can’t be used')}</h1>
    <p>
      ${t('It was used already, is older than 24 hours, or ended with a change of the password or the address. If you have set a password, sign in with it.')}
    </p>
    <div class="buttons">
      <a class="button" href="/accounts/login/">${t('Sign in')}</a>
      <a class="button quiet" href="${PASSWORD_REQUEST_PATH}">${t('Forgot the password?')}</a>
    </div>
  </div>`;
  return presentHtmlPage(visitor, { title: t('Link not valid'), body, narrow: true, status: 404 });
}

export const PASSWORD_REQUEST_PATH = '/accounts/password/reset/';

function presentPasswordRequest(
  visitor: Visitor,
  { isAvailable, username = '', errors }: { isAvailable: boolean; username?: string; errors?: FormErrors },
) {
  const body = html`<div class="sheet">
    <h1>${t('Forgot the password?')}</h1>
    ${
      isAvailable
        ? html`${formErrorMessage(errors)}
            <form method="post" action="${PASSWORD_REQUEST_PATH}">
              ${csrfField(visitor)}
              ${formField({ name: 'username', label: t('Username or e-mail address'), value: username, autocomplete: 'username', autofocus: true }, errors)}
              <div class="buttons"><button>${t('Send a link')}</button></div>
            </form>`
        : html`<p>
            ${t('This service sends no mail. Ask an administrator for a link to set a new password.')}
          </p>`
    }
    <p><a href="/accounts/login/">${t('Sign in')}</a></p>
  </div>`;
  return presentHtmlPage(visitor, {
    title: t('Forgot the password?'),
    body,
    narrow: true,
    errors,
  });
}

function presentPasswordWasRequested(visitor: Visitor) {
  const body = html`<div class="sheet">
    <h1>${t('Check your mail')}</h1>
    <p>
      ${t('If there is an account with this name or address, a link to set a new password is on its way. It can be used once, within 24 hours.')}
    </p>
    <p class="soft">
      ${t('No mail within a few minutes? Check the spam folder, or ask an administrator: the account may have another address, or none.')}
    </p>
    <div class="buttons"><a class="button" href="/accounts/login/">${t('Sign in')}</a></div>
  </div>`;
  return presentHtmlPage(visitor, { title: t('Check your mail'), body, narrow: true });
}

/** For people who forgot the password, at the path of KoboToolbox. */
@PageController('accounts/password/reset')
export class PasswordRequestPageController {
  constructor(private readonly requests: PasswordRequestService) {}

  @Get()
  @Public()
  show(@CurrentVisitor() visitor: Visitor) {
    return presentPasswordRequest(visitor, { isAvailable: this.requests.isAvailable });
  }

  @PostForm()
  @Public()
  request(
    @CurrentVisitor() visitor: Visitor,
    @ClientAddress() address: string | undefined,
    @Body() body: Sent,
  ) {
    const username = textOf(body['username']);
    return handleForm(() => this.requests.request(username, address, visitor.language), {
      done: () => presentPasswordWasRequested(visitor),
      invalid: (errors) => presentPasswordRequest(visitor, { isAvailable: true, username, errors }),
    });
  }
}
