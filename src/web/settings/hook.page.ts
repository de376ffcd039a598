import { DELIVERY_STATUS } from '../../domain/hook/hook-rules';
import type { HookLog } from '../../modules/hook/hook-log.service';
import type { Hook } from '../../modules/hook/hook.service';
import {
  confirmButton,
  badge,
  doneNotice,
  emptyState,
  pager,
  postButton,
  recordTable,
  timeText,
  figure,
  whole,
  type CountedWindow,
} from '../page/components';
import { choiceField, formErrorMessage, formField } from '../page/form-field';
import { html, type Html, richText } from '../page/html';
import { countText } from '../../language/format';
import type { FormErrors, Sent } from '../page/handle-form';
import { csrfField } from '../page/page';
import { saveLabel, stateField, staleValues } from '../page/stale-form';
import type { Visitor } from '../page/visitor';
import { type Project, presentProjectPage } from '../project/project-head';
import { type HookForm, hookFormOf, hookValues } from './hook-form';
import { settingsPath, settingsTabs } from './settings-tabs';
import { type Text, t } from '../../language/message';

const doneTexts = () => ({
  saved: t('The webhook was saved.'),
  deleted: t('The webhook was deleted, with its log and its pending deliveries.'),
  retried: t('The failed deliveries are being sent again.'),
  sent: t('The delivery succeeded.'),
  failed: t('The delivery failed again. The log has the reason.'),
  none: t('No delivery has failed.'),
});

const statuses = () =>
  ({
    [DELIVERY_STATUS.failed]: [t('Failed'), 'bad'],
    [DELIVERY_STATUS.pending]: [t('Pending'), 'caution'],
    [DELIVERY_STATUS.success]: [t('Delivered'), 'good'],
    [DELIVERY_STATUS.processing]: [t('Being sent'), 'plain'],
  }) as const;

const MAX_MESSAGE_LENGTH = 300;

export function presentHooks(visitor: Visitor, project: Project, hooks: readonly Hook[], query: Sent) {
  const add = html`<a class="button" href="${settingsPath(project, 'hooks/new/')}">${t('Add a webhook')}</a>`;
  const body = html`${doneNotice(query, doneTexts())} ${settingsTabs(project, 'hooks/')}
  ${
    hooks.length === 0
      ? emptyState({
          title: t('No webhooks'),
          text: t('A webhook sends each new submission to another server.'),
          actions: add,
        })
      : html`<div class="buttons">${add}</div>
          ${recordTable({
            caption: t('Webhooks'),
            columns: [
              t('Webhook'),
              t('State'),
              figure(t('Delivered')),
              figure(t('Pending')),
              figure(t('Failed')),
            ],
            rows: hooks.map((hook) => [
              html`<a class="name" dir="auto" href="${hookPath(project, hook.uid)}">${hook.name}</a>
                <div class="hint">${hook.endpoint}</div>`,
              hook.active ? badge(t('Active'), 'good') : badge(t('Inactive')),
              countText(hook.counts.get(DELIVERY_STATUS.success) ?? 0),
              countText(hook.counts.get(DELIVERY_STATUS.pending) ?? 0),
              countText(hook.counts.get(DELIVERY_STATUS.failed) ?? 0),
            ]),
          })}`
  }`;
  return presentProjectPage(visitor, project, { tab: 'settings', title: t('Webhooks'), body });
}

export interface HookLogPage {
  readonly hook: Hook;
  readonly logs: readonly HookLog[];
  readonly window: CountedWindow;
}

/** Form of a webhook; of a stored one, with its log. */
export function presentHook(
  visitor: Visitor,
  project: Project,
  view: {
    readonly form: HookForm;
    readonly log?: HookLogPage;
    readonly errors?: FormErrors;
    /** As it was sent, if it was refused. */
    readonly body?: Sent;
    readonly query?: Sent;
  },
) {
  const { form, log, errors, body: sent, query = {} } = view;
  const title = log === undefined ? t('Add a webhook') : log.hook.name;
  const body = html`${doneNotice(query, doneTexts())} ${settingsTabs(project, 'hooks/')}
  ${hookForm(visitor, project, { form, log, errors, sent })}
  ${log !== undefined && logSection(visitor, project, log)}
  ${
    log !== undefined &&
    confirmButton(visitor, hookPath(project, log.hook.uid, 'delete/'), {
      label: t('Delete the webhook'),
      consequence: t('Its log and its pending deliveries are deleted too.'),
    })
  }`;
  return presentProjectPage(visitor, project, {
    tab: 'settings',
    title,
    body,
    errors,
  });
}

export function hookPath(project: Pick<Project, 'uid'>, hook: string, below = ''): string {
  return settingsPath(project, `hooks/${hook}/${below}`);
}

function hookForm(
  visitor: Visitor,
  project: Project,
  {
    form,
    log,
    errors,
    sent,
  }: {
    form: HookForm;
    log: HookLogPage | undefined;
    errors: FormErrors | undefined;
    sent: Sent | undefined;
  },
): Html {
  const states = log && { stored: hookValues(hookFormOf(log.hook)), entered: hookValues(form) };
  const action = settingsPath(project, `hooks/${log === undefined ? 'new' : log.hook.uid}/`);
  const check = (name: string, label: Text, checked: boolean): Html =>
    choiceField('checkbox', { name, value: 'yes', label, checked });
  return html`<form class="sheet" method="post" action="${action}">
    <h2 dir="auto">${log === undefined ? t('Add a webhook') : log.hook.name}</h2>
    ${csrfField(visitor)} ${states && stateField(states.stored, errors, sent)} ${formErrorMessage(errors)}
    ${staleValues(errors, states)}
    ${formField({ name: 'name', label: t('Name'), value: form.name, autocomplete: 'off' }, errors)}
    ${formField({ name: 'endpoint', label: t('Address'), type: 'url', value: form.endpoint, hint: t('Each new submission is sent there by POST.'), autocomplete: 'off' }, errors)}
    ${check('active', t('Active'), form.active)}
    ${check('changes', t('Send changed submissions again'), form.sendsChanges)}
    <details ${errors !== undefined && html` open`}>
      <summary>${t('Format, sign-in and headers')}</summary>
      ${formField(
        {
          name: 'format',
          label: t('Format'),
          type: 'select',
          value: form.format,
          options: [
            { value: 'json', label: 'JSON' },
            { value: 'xml', label: 'XML' },
          ],
        },
        errors,
      )}
      ${formField(
        {
          name: 'auth',
          label: t('Sign-in'),
          type: 'select',
          value: form.auth,
          options: [
            { value: 'no_auth', label: t('None') },
            { value: 'basic_auth', label: t('Username and password') },
          ],
        },
        errors,
      )}
      ${formField({ name: 'username', label: t('Username'), value: form.username, optional: true, autocomplete: 'off' }, errors)}
      ${formField({ name: 'password', label: t('Password'), type: 'password', value: form.password, optional: true, autocomplete: 'new-password' }, errors)}
      ${formField(
        {
          name: 'headers',
          label: t('Headers'),
          type: 'lines',
          value: form.headers,
          optional: true,
          hint: t('Name: value, one per line. Asterisks stand for a stored secret.'),
          errorName: 'settings',
        },
        errors,
      )}
      ${formField({ name: 'fields', label: t('Questions'), type: 'lines', value: form.fields, optional: true, hint: t('Names or paths, one per line. Empty: all.') }, errors)}
      ${formField(
        {
          name: 'template',
          label: t('Template of the body'),
          type: 'lines',
          value: form.template,
          optional: true,
          hint: t('JSON in which %SUBMISSION% stands for the submission. Empty: the submission itself.'),
          errorName: 'payload_template',
        },
        errors,
      )}
    </details>
    <div class="buttons"><button>${saveLabel(errors)}</button></div>
  </form>`;
}

function logSection(visitor: Visitor, project: Project, { hook, logs, window }: HookLogPage): Html {
  if (logs.length === 0) return html`<p class="soft">${t('Nothing has been sent yet.')}</p>`;
  const isRetryable = hook.active && (hook.counts.get(DELIVERY_STATUS.failed) ?? 0) > 0;
  return html`<section aria-labelledby="log">
    <h2 id="log">${t('Deliveries')}</h2>
    ${
      isRetryable &&
      html`<div class="buttons">
        ${postButton(visitor, hookPath(project, hook.uid, 'retry/'), { label: t('Retry all that failed'), style: 'quiet' })}
      </div>`
    }
    ${recordTable({
      caption: t('Deliveries'),
      columns: [t('Time'), t('Submission'), t('State'), figure(t('Attempts')), whole(t('Answer')), whole()],
      rows: logs.map((log) => [
        timeText(log.dateModified),
        log.submissionId,
        statusBadge(log.status),
        countText(log.tries),
        answerText(log),
        log.status === DELIVERY_STATUS.failed &&
          hook.active &&
          html`<div class="buttons">
            ${postButton(visitor, hookPath(project, hook.uid, `logs/${log.uid}/retry/`), {
              label: richText(
                'Retry<span> submission {submissionId}</span>',
                { span: (text) => html`<span class="visually-hidden">${text}</span>` },
                { submissionId: log.submissionId },
              ),
              style: 'quiet',
            })}
          </div>`,
      ]),
    })}
    ${pager(hookPath(project, hook.uid), {}, window)}
  </section>`;
}

function answerText({ statusCode, message }: HookLog): Html | '' {
  if (statusCode === null && message === '') return '';
  return html`${statusCode ?? ''}
    <span class="soft" dir="auto">${message.slice(0, MAX_MESSAGE_LENGTH)}</span>`;
}

function statusBadge(status: number): Html {
  const [text, tone] = statuses()[status as keyof ReturnType<typeof statuses>];
  return badge(text, tone);
}
