import { Body, Get, Param, Query } from '@nestjs/common';
import { CurrentActor, OwnCredentials } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { SCOPES, readExpiry, type UserCredential } from '../../domain/account/credential';
import { AuditService, type AuditEntry } from '../../modules/audit/audit.service';
import {
  ApiTokenService,
  type TokenInput,
  type CreatedApiToken,
} from '../../modules/account/credential/api-token.service';
import { UserCredentialsService } from '../../modules/account/user-credentials/user-credentials.service';
import {
  handleForm,
  type FormErrors,
  type FormOutcome,
  lineOf,
  readStart,
  type Sent,
  PageController,
  PostForm,
} from '../page/handle-form';
import { presentRedirect, SINGLE_PAGE, csrfField } from '../page/page';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { badge, doneNotice, pager, recordTable, timeText, type CountedWindow } from '../page/components';
import { formErrorMessage, formField } from '../page/form-field';
import { html, type Html } from '../page/html';
import { presentAccountPage, credentialTable } from './account-page';
import { t } from '../../language/message';

const ACCESS_PATH = '/account/access/';

export interface Access {
  readonly credentials: readonly UserCredential[];
  readonly entries: readonly AuditEntry[];
  readonly window: CountedWindow;
}

const doneTexts = () => ({ revoked: t('It was revoked.') });

function presentAccess(
  visitor: Visitor,
  { credentials, entries, window }: Access,
  { query, errors }: FormOutcome,
) {
  const body = html`${doneNotice(query, doneTexts())}
    <section aria-labelledby="credentials">
      <h2 id="credentials">${t('Sessions, tokens and applications')}</h2>
      <p class="soft">${t('All that acts on your behalf. Revoke what you don’t know.')}</p>
      ${credentialTable(visitor, credentials, (uid) => `${ACCESS_PATH}credentials/${uid}/revoke/`)}
    </section>
    ${tokenForm(visitor, errors)} ${signInSection(entries, window)}`;
  return presentAccountPage(visitor, ACCESS_PATH, { title: t('Sessions and tokens'), body, errors });
}

/** The only page that shows the key of a token. */
export function presentCreatedToken(visitor: Visitor, { name, key }: CreatedApiToken) {
  const body = html`<section class="sheet">
    <h2 dir="auto">${name}</h2>
    <p class="notice">${t('This token is shown only once. Copy it now.')}</p>
    <code class="secret" id="token">${key}</code>
    <p class="hint" id="copy-status" role="status"></p>
    <div class="buttons">
      <button type="button" data-copy="token" data-status="copy-status" hidden>${t('Copy the token')}</button>
      <a class="button quiet" href="${ACCESS_PATH}">${t('Back')}</a>
    </div>
  </section>`;
  return presentAccountPage(visitor, ACCESS_PATH, { title: t('New token'), body, status: 201 });
}

function tokenForm(visitor: Visitor, errors: FormErrors | undefined): Html {
  return html`<form class="sheet" method="post" action="${ACCESS_PATH}tokens/">
    <h2>${t('New personal access token')}</h2>
    <p class="soft">${t('For a program that acts on your behalf. It can’t manage your account.')}</p>
    ${csrfField(visitor)} ${formErrorMessage(errors)}
    ${formField({ name: 'name', label: t('Name'), hint: t('Such as nightly export.'), autocomplete: 'off' }, errors)}
    ${formField(
      {
        name: 'access',
        label: t('It may'),
        type: 'select',
        options: [
          { value: 'read', label: t('Read') },
          { value: 'write', label: t('Read and write') },
        ],
      },
      errors,
    )}
    ${formField({ name: 'date_expires', label: t('Last day'), type: 'date', optional: true, hint: t('Empty: it does not expire.') }, errors)}
    <div class="buttons"><button>${t('Make the token')}</button></div>
  </form>`;
}

function signInSection(entries: Access['entries'], window: Access['window']): Html {
  return html`<section aria-labelledby="sign-ins">
    <h2 id="sign-ins">${t('Sign-ins')}</h2>
    ${
      entries.length === 0
        ? html`<p class="soft">${t('None.')}</p>`
        : recordTable({
            caption: t('Sign-ins'),
            columns: [t('Time'), t('Result'), t('Address'), t('Reason')],
            rows: entries.map(({ dateCreated, action, address, metadata }) => [
              timeText(dateCreated),
              action === 'auth' ? badge(t('Signed in'), 'good') : badge(t('Refused'), 'caution'),
              address ?? '',
              typeof metadata['reason'] === 'string' ? metadata['reason'] : '',
            ]),
          })
    }
    ${pager(ACCESS_PATH, {}, window)}
  </section>`;
}

const ENTRIES_PER_PAGE = 25;

/** Sessions, tokens and sign-ins of the visitor. */
@PageController('account/access')
export class AccessController {
  constructor(
    private readonly credentials: UserCredentialsService,
    private readonly tokens: ApiTokenService,
    private readonly audit: AuditService,
  ) {}

  @Get()
  @OwnCredentials()
  async show(@CurrentVisitor() visitor: Visitor<UserActor>, @Query() query: Sent) {
    return presentAccess(visitor, await this.read(visitor.actor, query), { query });
  }

  @PostForm('tokens')
  @OwnCredentials()
  createToken(@CurrentVisitor() visitor: Visitor<UserActor>, @Body() body: Sent) {
    return handleForm(async () => this.tokens.create(visitor.actor, readTokenForm(body)), {
      done: (token) => presentCreatedToken(visitor, token),
      invalid: async (errors) => presentAccess(visitor, await this.read(visitor.actor, {}), { errors }),
    });
  }

  @PostForm('credentials/:credential/revoke')
  @OwnCredentials()
  async revoke(@CurrentActor() actor: UserActor, @Param('credential') uid: string) {
    await this.credentials.revoke(actor, actor.username, uid);
    return presentRedirect(`${ACCESS_PATH}?done=revoked`);
  }

  private async read(actor: UserActor, query: Sent) {
    const window = { start: readStart(query), limit: ENTRIES_PER_PAGE };
    const [credentials, { items: entries, count }] = await Promise.all([
      this.credentials.list(actor, actor.username, SINGLE_PAGE),
      this.audit.list({ log: 'access', userId: actor.id }, undefined, window),
    ]);
    return { credentials: credentials.items, entries, window: { ...window, count } };
  }
}

function readTokenForm(body: Sent): TokenInput {
  const day = lineOf(body, 'date_expires', 40);
  return {
    name: lineOf(body, 'name', 100),
    scopes: body['access'] === 'read' ? ['read'] : [...SCOPES],
    expires: readExpiry(day === '' ? null : `${day}T23:59:59Z`),
  };
}
