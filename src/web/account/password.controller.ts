import { Body, Get } from '@nestjs/common';
import { CurrentSession, OwnCredentials } from '../../authorization/policy';
import { ClientAddress } from '../../http/negotiation/request';
import type { BrowserSession } from '../../domain/account/credential';
import { SessionService } from '../../modules/account/session/session.service';
import { handleForm, type FormErrors, type Sent, PageController, PostForm } from '../page/handle-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { readPasswordForm } from './password-reset.controller';
import { formErrorMessage, formField } from '../page/form-field';
import { html } from '../page/html';
import { csrfField } from '../page/page';
import { presentAccountPage } from './account-page';
import { t } from '../../language/message';

@PageController('accounts/password/change')
export class PasswordController {
  constructor(private readonly sessions: SessionService) {}

  @Get()
  @OwnCredentials()
  show(@CurrentVisitor() visitor: Visitor) {
    return presentPasswordPage(visitor);
  }

  @PostForm()
  @OwnCredentials()
  change(
    @CurrentVisitor() visitor: Visitor,
    @CurrentSession() session: BrowserSession | undefined,
    @ClientAddress() address: string | undefined,
    @Body() body: Sent,
  ) {
    return handleForm(async () => this.sessions.changePassword(session, readPasswordForm(body), address), {
      done: () => presentPasswordChanged(visitor),
      invalid: (errors) => presentPasswordPage(visitor, errors),
    });
  }
}

function presentPasswordPage(visitor: Visitor, errors?: FormErrors) {
  const body = html`<div class="sheet">
    <h2>${t('Change your password')}</h2>
    <p class="soft">
      ${t('This signs you out of all other browsers, deletes your API tokens and revokes the access of applications. Afterwards programs need a new token, and applications need your permission again.')}
    </p>
    ${formErrorMessage(errors)}
    <form method="post" action="/accounts/password/change/">
      ${csrfField(visitor)}
      ${formField({ name: 'current_password', label: t('Current password'), type: 'password', autocomplete: 'current-password', autofocus: true }, errors)}
      ${formField({ name: 'new_password', label: t('New password'), type: 'password', autocomplete: 'new-password', hint: t('At least 8 characters. A long phrase is easy to remember.') }, errors)}
      ${formField({ name: 'repeated_password', label: t('Repeat the new password'), type: 'password', autocomplete: 'new-password' }, errors)}
      <div class="buttons"><button>${t('Change password')}</button></div>
    </form>
  </div>`;
  return presentAccountPage(visitor, '/accounts/password/change/', {
    title: t('Change your password'),
    body,
    errors,
  });
}

function presentPasswordChanged(visitor: Visitor) {
  const body = html`<div class="sheet">
    <h2>${t('Your password was changed')}</h2>
    <p>
      ${t('All other browsers were signed out, your API tokens were deleted and the access of applications was revoked.')}
    </p>
    <div class="buttons"><a class="button" href="/token/">${t('Continue')}</a></div>
  </div>`;
  return presentAccountPage(visitor, '/accounts/password/change/', { title: t('Password changed'), body });
}
