import type { Application } from '../../domain/oauth/application';
import type { NewApplication, RegisteredApplication } from '../../modules/oauth/application.service';
import type { FormProblem } from '../page/form-answer';
import { formAlarm, formField } from '../page/form-field';
import { html, type Html } from '../page/html';
import { formToken, type HtmlPage, presentHtmlPage } from '../page/page';
import type { Visitor } from '../page/visitor';

const LIST = '/o/applications/';
const TYPES = {
  confidential: 'A server, which keeps a secret',
  public: 'Runs on people’s devices, without a secret',
};

export function presentApplicationList(visitor: Visitor, applications: readonly Application[]) {
  const entries = applications.map(
    ({ clientId, name, clientType }) =>
      html`<li>
        <div>
          <a href="/o/applications/${clientId}/"><strong>${name}</strong></a>
          <p class="hint">${TYPES[clientType]}</p>
        </div>
      </li>`,
  );
  const body = html`<div class="sheet">
    <h1>Your applications</h1>
    <p>
      An application asks people for access to their account, and acts for those who agree. It never sees
      their passwords.
    </p>
    ${
      entries.length > 0 &&
      html`<ul class="plain">
        ${entries}
      </ul>`
    }
    <div class="buttons"><a class="button" href="/o/applications/register/">Register an application</a></div>
  </div>`;
  return presentHtmlPage(visitor, pageOf('Your applications', body));
}

export function presentApplicationForm(visitor: Visitor, filled: NewApplication, problem?: FormProblem) {
  const body = html`<div class="sheet">
    <h1>Register an application</h1>
    ${formAlarm(problem)}
    <form method="post" action="/o/applications/register/">
      ${formToken(visitor)} ${nameField(filled, problem)}
      <fieldset>
        <legend>Kind</legend>
        ${(['confidential', 'public'] as const).map(
          (type) =>
            html`<label class="choice"
              ><input
                type="radio"
                name="client_type"
                value="${type}"
                ${filled.clientType === type && html` checked`}
              /><span>${TYPES[type]}</span></label
            >`,
        )}
      </fieldset>
      ${redirectField(filled, problem)}
      <div class="buttons"><button>Register</button><a class="button quiet" href="${LIST}">Back</a></div>
    </form>
  </div>`;
  return presentHtmlPage(visitor, { ...pageOf('Register an application', body), ...statusOf(problem) });
}

/** The one page that shows the secret. */
export function presentRegistered(visitor: Visitor, { application, secret }: RegisteredApplication) {
  const body = html`<div class="sheet">
    <h1>${application.name} is registered</h1>
    ${secret !== undefined && html`<p class="notice">The secret is shown this once. Copy it to where the application keeps its settings.</p>`}
    <h2>Client id</h2>
    <code class="secret" id="client">${application.clientId}</code>
    <div class="buttons">
      <button type="button" class="quiet" data-copy="client" data-says="said" hidden>Copy the id</button>
    </div>
    ${
      secret !== undefined &&
      html`<h2>Client secret</h2>
        <code class="secret" id="secret">${secret}</code>
        <div class="buttons">
          <button type="button" data-copy="secret" data-says="said" hidden>Copy the secret</button>
        </div>`
    }
    <p class="hint" id="said" role="status"></p>
    ${endpoints(visitor)}
    <div class="buttons"><a class="button quiet" href="${LIST}">To your applications</a></div>
  </div>`;
  return presentHtmlPage(visitor, { ...pageOf(`${application.name} is registered`, body), status: 201 });
}

export function presentApplicationPage(visitor: Visitor, application: Application, problem?: FormProblem) {
  const path = `${LIST}${application.clientId}/`;
  const body = html`<div class="sheet">
      <h1>${application.name}</h1>
      <dl>
        <dt>Client id</dt>
        <dd><code>${application.clientId}</code></dd>
        <dt>Kind</dt>
        <dd>${TYPES[application.clientType]}</dd>
      </dl>
      ${formAlarm(problem)}
      <form method="post" action="${path}update/">
        ${formToken(visitor)} ${nameField(application, problem)} ${redirectField(application, problem)}
        <div class="buttons"><button>Save</button><a class="button quiet" href="${LIST}">Back</a></div>
      </form>
    </div>
    <div class="sheet">${endpoints(visitor)}</div>
    <section class="sheet" aria-labelledby="remove">
      <h2 id="remove">Remove the application</h2>
      <p>Everybody who let it act for them is rid of it at once.</p>
      <form method="post" action="${path}delete/">
        ${formToken(visitor)}<button class="danger">Remove ${application.name}</button>
      </form>
    </section>`;
  return presentHtmlPage(visitor, { ...pageOf(application.name, body), ...statusOf(problem) });
}

function pageOf(title: string, body: Html): HtmlPage {
  return { title, body, menu: LIST };
}

function statusOf(problem: FormProblem | undefined): Partial<HtmlPage> {
  return problem === undefined ? {} : { status: problem.status, headers: problem.headers };
}

function nameField({ name }: { name: string }, problem: FormProblem | undefined): Html {
  return formField(
    {
      name: 'name',
      label: 'Name',
      value: name,
      hint: 'People read it when they are asked.',
      autocomplete: 'off',
    },
    problem,
  );
}

function redirectField(
  { redirectUris }: Pick<Application, 'redirectUris'>,
  problem: FormProblem | undefined,
): Html {
  return formField(
    {
      name: 'redirect_uri',
      label: 'Redirect URIs',
      type: 'lines',
      value: redirectUris.join('\n'),
      hint: 'Where people come back to, one address a line. Requests must name one of them exactly.',
      autocomplete: 'off',
    },
    problem,
  );
}

function endpoints({ origin }: Visitor): Html {
  return html`<h2>Addresses for the application</h2>
    <dl>
      <dt>Authorize</dt>
      <dd><code>${origin}/o/authorize/</code></dd>
      <dt>Token</dt>
      <dd><code>${origin}/o/token/</code></dd>
      <dt>All of them</dt>
      <dd><code>${origin}/.well-known/oauth-authorization-server</code></dd>
    </dl>`;
}
