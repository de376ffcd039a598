import { type Application, CLIENT_TYPES } from '../../domain/oauth/application';
import type { NewApplication, RegisteredApplication } from '../../modules/account/oauth/application.service';
import { confirmButton } from '../page/components';
import type { FormErrors, Sent } from '../page/handle-form';
import { choiceField, formErrorMessage, formField } from '../page/form-field';
import { html, type Html } from '../page/html';
import { csrfField } from '../page/page';
import { type FormValues, saveLabel, stateField, staleValues } from '../page/stale-form';
import type { Visitor } from '../page/visitor';
import { presentAccountPage } from '../account/account-page';
import { t } from '../../language/message';

const LIST = '/o/applications/';
const typeNames = () => ({
  confidential: t('Confidential: runs on a server and keeps a secret'),
  public: t('Public: runs on the devices of its users, without a secret'),
});

export function presentApplicationList(visitor: Visitor, applications: readonly Application[]) {
  const entries = applications.map(
    ({ clientId, name, clientType }) =>
      html`<li>
        <div>
          <a href="/o/applications/${clientId}/"><strong>${name}</strong></a>
          <p class="hint">${typeNames()[clientType]}</p>
        </div>
      </li>`,
  );
  const body = html`<div class="sheet">
    <h2>${t('Your applications')}</h2>
    <p>
      ${t('An application requests access to user accounts and acts on behalf of users who allow it. It never sees their passwords.')}
    </p>
    ${
      entries.length > 0 &&
      html`<ul class="plain">
        ${entries}
      </ul>`
    }
    <div class="buttons">
      <a class="button" href="/o/applications/register/">${t('Register an application')}</a>
    </div>
  </div>`;
  return presentAccountPage(visitor, LIST, { title: t('Your applications'), body });
}

export function presentApplicationForm(visitor: Visitor, filled: NewApplication, errors?: FormErrors) {
  const body = html`<div class="sheet">
    <h2>${t('Register an application')}</h2>
    ${formErrorMessage(errors)}
    <form method="post" action="/o/applications/register/">
      ${csrfField(visitor)} ${nameField(filled, errors)}
      <fieldset>
        <legend>${t('Type')}</legend>
        ${CLIENT_TYPES.map((type) =>
          choiceField('radio', {
            name: 'client_type',
            value: type,
            label: typeNames()[type],
            checked: filled.clientType === type,
          }),
        )}
      </fieldset>
      ${redirectField(filled, errors)}
      <div class="buttons">
        <button>${t('Register')}</button><a class="button quiet" href="${LIST}">${t('Back')}</a>
      </div>
    </form>
  </div>`;
  return presentAccountPage(visitor, LIST, { title: t('Register an application'), body, errors });
}

/** The only page that shows the client secret. */
export function presentRegistered(visitor: Visitor, { application, secret }: RegisteredApplication) {
  const body = html`<div class="sheet">
    <h2>${t('{name} is registered', { name: application.name })}</h2>
    ${secret !== undefined && html`<p class="notice">${t('The secret is shown only once. Copy it to the settings of the application.')}</p>`}
    <h2>${t('Client ID')}</h2>
    <code class="secret" id="client">${application.clientId}</code>
    <div class="buttons">
      <button type="button" class="quiet" data-copy="client" data-status="copy-status" hidden>
        ${t('Copy the ID')}
      </button>
    </div>
    ${
      secret !== undefined &&
      html`<h2>${t('Client secret')}</h2>
        <code class="secret" id="secret">${secret}</code>
        <div class="buttons">
          <button type="button" data-copy="secret" data-status="copy-status" hidden>
            ${t('Copy the secret')}
          </button>
        </div>`
    }
    <p class="hint" id="copy-status" role="status"></p>
    ${endpoints(visitor)}
    <div class="buttons"><a class="button quiet" href="${LIST}">${t('Back to your applications')}</a></div>
  </div>`;
  return presentAccountPage(visitor, LIST, {
    title: t('{name} is registered', { name: application.name }),
    body,
    status: 201,
  });
}

type ApplicationState = Pick<Application, 'name' | 'redirectUris'>;

/** Values that people read. */
export function applicationValues({ name, redirectUris }: ApplicationState): FormValues {
  return [
    [t('Name'), name],
    [t('Redirect addresses'), redirectUris.join('\n')],
  ];
}

export function presentApplicationPage(
  visitor: Visitor,
  application: Application,
  refused?: { readonly errors: FormErrors; readonly entered: ApplicationState; readonly body: Sent },
) {
  const { errors, entered = application, body: sent } = refused ?? {};
  const states = { stored: applicationValues(application), entered: applicationValues(entered) };
  const path = `${LIST}${application.clientId}/`;
  const body = html`<div class="sheet">
      <h2>${application.name}</h2>
      <dl>
        <dt>${t('Client ID')}</dt>
        <dd><code>${application.clientId}</code></dd>
        <dt>${t('Type')}</dt>
        <dd>${typeNames()[application.clientType]}</dd>
      </dl>
      ${formErrorMessage(errors)}
      <form method="post" action="${path}update/">
        ${csrfField(visitor)} ${stateField(states.stored, errors, sent)} ${staleValues(errors, states)}
        ${nameField(entered, errors)} ${redirectField(entered, errors)}
        <div class="buttons">
          <button>${saveLabel(errors)}</button><a class="button quiet" href="${LIST}">${t('Back')}</a>
        </div>
      </form>
    </div>
    <div class="sheet">${endpoints(visitor)}</div>
    ${confirmButton(visitor, `${path}delete/`, {
      label: t('Delete the application'),
      subject: application.name,
      consequence: t('Its access to all user accounts ends immediately.'),
    })}`;
  return presentAccountPage(visitor, LIST, { title: application.name, body, errors });
}

function nameField({ name }: { name: string }, errors: FormErrors | undefined): Html {
  return formField(
    {
      name: 'name',
      label: t('Name'),
      value: name,
      hint: t('Shown to users when the application requests access.'),
      autocomplete: 'off',
    },
    errors,
  );
}

function redirectField(
  { redirectUris }: Pick<Application, 'redirectUris'>,
  errors: FormErrors | undefined,
): Html {
  return formField(
    {
      name: 'redirect_uri',
      label: t('Redirect URIs'),
      type: 'lines',
      value: redirectUris.join('\n'),
      hint: t('One URI per line. Requests must use one of them exactly.'),
      autocomplete: 'off',
    },
    errors,
  );
}

function endpoints({ origin }: Visitor): Html {
  return html`<h2>${t('OAuth endpoints')}</h2>
    <dl>
      <dt>${t('Authorization')}</dt>
      <dd><code>${origin}/o/authorize/</code></dd>
      <dt>${t('Token')}</dt>
      <dd><code>${origin}/o/token/</code></dd>
      <dt>${t('Metadata')}</dt>
      <dd><code>${origin}/.well-known/oauth-authorization-server</code></dd>
    </dl>`;
}
