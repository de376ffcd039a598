import { isFinal } from '../../domain/task/task-status';
import type { ExportSetting } from '../../modules/export/export-setting.service';
import type { ExportTask } from '../../modules/export/export.service';
import {
  badge,
  doneNotice,
  emptyState,
  notice,
  postButton,
  recordTable,
  timeText,
  whole,
  confirmButton,
} from '../page/components';
import { choiceField, formErrorMessage, formField } from '../page/form-field';
import { html, type Html, type HtmlValue, richText } from '../page/html';
import { bytesText, joinedText } from '../../language/format';
import { knownText, type Text, t } from '../../language/message';
import type { FormErrors, FormOutcome } from '../page/handle-form';
import { csrfField } from '../page/page';
import type { Visitor } from '../page/visitor';
import {
  describeRequest,
  type ExportForm,
  languageOptions,
  progressText,
  selectModes,
  separators,
  types,
} from './export-form';
import { type Project, presentProjectPage, projectPath } from './project-head';

interface DownloadsView {
  readonly project: Project;
  readonly form: ExportForm;
  /** Of the form; null is the unnamed one. */
  readonly languages: readonly (string | null)[];
  /** Newest first. */
  readonly exports: readonly ExportTask[];
  readonly settings: readonly ExportSetting[];
  /** Whether a question is answered with a file. */
  readonly hasFiles: boolean;
  /** Whether devices record an audit log of a version. */
  readonly hasAudit: boolean;
  readonly scripts: Html;
}

const encryptedText = () =>
  t(
    'The form encrypts submissions. Their rows have the status “encrypted” and no answers. Pull them with ODK Briefcase and decrypt them with the private key of the form.',
  );

const doneTexts = () => ({
  saved: t('The settings were saved.'),
  'settings-deleted': t('The settings were deleted.'),
  deleted: t('The download was deleted.'),
});

export function presentDownloads(visitor: Visitor, view: DownloadsView, { query, errors }: FormOutcome) {
  const { project, exports } = view;
  const isRunning = exports.some(({ status }) => !isFinal(status));
  const body =
    project.active === null
      ? emptyState({
          title: t('The form is not deployed'),
          text: t('Deploy it and collect data, then download it here.'),
          actions: html`<a class="button" href="${projectPath(project.uid, 'form/')}"
            >${t('Go to the form')}</a
          >`,
        })
      : html`${doneNotice(query, doneTexts())} ${formErrorMessage(errors)}
          ${project.encrypted === true && notice(encryptedText())} ${exportTable(visitor, view, isRunning)}
          <div class="columns halves">
            ${exportForm(visitor, view, errors)}
            <div>
              ${settingList(visitor, view)} ${view.hasFiles && attachedFiles(project.uid)}
              ${view.hasAudit && auditLogs(project.uid)} ${programSnippets(visitor, project.uid)}
            </div>
          </div>`;
  return presentProjectPage(visitor, project, {
    tab: 'downloads',
    body,
    scripts: view.scripts,
    usesFetch: true,
    ...(isRunning && { refreshSeconds: 2 }),
    errors,
  });
}

function exportTable(visitor: Visitor, { project, exports }: DownloadsView, isRunning: boolean): Html {
  if (exports.length === 0) return html``;
  return html`<div ${isRunning && html` data-watch`}>
    ${recordTable({
      caption: t('Your downloads'),
      columns: [whole(t('Download')), t('Made'), t('Status'), whole()],
      rows: exports.map((task) => exportRow(visitor, project.uid, task)),
    })}
  </div>`;
}

function exportRow(visitor: Visitor, uid: string, task: ExportTask) {
  const { fileName, username, request, dateCreated, byteSize, rowsTotal } = task;
  const path = projectPath(uid, `downloads/${task.uid}/`);
  const title = describeRequest(request);
  const name =
    fileName === null
      ? title
      : html`<a class="name" href="/private-media/${username}/exports/${uid}/${encodeURIComponent(fileName)}"
            >${title}</a
          >
          <span class="hint" dir="auto">${fileName}</span>
          <span class="hint"
            >${joinedText(
              [
                ...(byteSize === null ? [] : [bytesText(byteSize)]),
                ...(rowsTotal === null
                  ? []
                  : [t('{count, plural, one {# submission} other {# submissions}}', { count: rowsTotal })]),
              ],
              ' · ',
            )}</span
          >`;
  return [
    name,
    timeText(dateCreated),
    statusOf(task),
    html`<div class="buttons">
      ${
        // Not asked while it runs: the page loads again every few seconds, and there is no file yet.
        !isFinal(task.status)
          ? postButton(visitor, `${path}delete/`, { label: t('Cancel'), style: 'quiet' })
          : html`${postButton(visitor, `${path}repeat/`, { label: t('Make again'), style: 'quiet' })}
            ${confirmButton(visitor, `${path}delete/`, {
              label: t('Delete'),
              subject: fileName ?? title,
              consequence: t('The file is deleted. The data stays, and another download can be made of it.'),
            })}`
      }
    </div>`,
  ];
}

function statusOf(task: ExportTask): Html {
  const { status, rowsDone, rowsTotal, messages } = task;
  switch (status) {
    case 'complete': {
      if (task.fileName === null)
        return html`${badge(t('No longer available'), 'caution')}
          <span class="hint"
            >${t('The submissions that you may see have changed since it was made. Make it again.')}</span
          >`;
      const { warnings = [] } = messages as { warnings?: readonly string[] };
      return html`${badge(t('Ready'), 'good')}${warnings.map((text) => html` <span class="hint">${knownText(text)}</span>`)}`;
    }
    case 'error': {
      const { error } = messages as { error?: string };
      return html`${badge(t('Failed'), 'bad')}
        <span class="hint">${error !== undefined && knownText(error)}</span>`;
    }
    default:
      return rowsTotal === null || rowsDone === null
        ? badge(t('Waiting'), 'caution')
        : html`${badge(t('Running'), 'caution')}
            <progress max="${rowsTotal}" value="${rowsDone}" aria-label="${t('Progress')}"></progress>
            <span class="hint">${progressText(task, rowsDone, rowsTotal)}</span>`;
  }
}

function exportForm(
  visitor: Visitor,
  { project, form, languages }: DownloadsView,
  errors: FormErrors | undefined,
): Html {
  const path = projectPath(project.uid, 'downloads/');
  return html`<section class="sheet" aria-labelledby="make">
    <h2 id="make">${t('Make a download')}</h2>
    <form method="post" action="${path}">
      ${csrfField(visitor)}
      ${formField({ name: 'type', label: t('File'), type: 'select', options: types(), value: form.type }, errors)}
      ${formField({ name: 'lang', label: t('Columns and answers'), type: 'select', options: languageOptions(languages), value: form.language }, errors)}
      <details class="more">
        <summary>${t('More options')}</summary>
        ${formField({ name: 'multiple_select', label: t('Questions with several answers'), type: 'select', options: selectModes(), value: form.selectMode }, errors)}
        ${flag('fields_from_all_versions', t('Questions of all deployed versions'), form.allVersions)}
        ${flag('hierarchy_in_labels', t('Groups in the names of columns'), form.groups)}
        ${flag('include_media_url', t('Addresses of photos and other files'), form.mediaUrls)}
        ${flag('xls_formatted', t('Excel: numbers, dates and times as such, a fixed header and wide columns'), form.isFormatted)}
        ${flag('xls_labels', t('Excel: a sheet with the labels of questions and choices'), form.hasLabels)}
        ${flag('bom', t('CSV: marked as UTF-8, for Excel'), form.hasBom)}
        ${flag('escape_formulas', t('CSV: safe for spreadsheets (an apostrophe before formulas)'), form.escapesFormulas)}
        ${formField({ name: 'separator', label: t('CSV: between the columns'), type: 'select', options: separators(), value: form.separator }, errors)}
        ${
          project.held.has('manage_asset') &&
          html`${formField({ name: 'name', label: t('Save these options as'), value: form.name, optional: true, autocomplete: 'off' }, errors)}
            <div class="buttons">
              <button class="quiet" formaction="${path}settings/">${t('Save the options')}</button>
            </div>`
        }
      </details>
      <div class="buttons"><button>${t('Make the download')}</button></div>
    </form>
  </section>`;
}

function flag(name: string, label: Text, checked: boolean): Html {
  return choiceField('checkbox', { name, value: 'true', label, checked });
}

function settingList(visitor: Visitor, { project, settings }: DownloadsView): Html {
  if (settings.length === 0) return html``;
  const { uid, held } = project;
  return html`<section class="sheet" aria-labelledby="saved">
    <h2 id="saved">${t('Saved options')}</h2>
    <ul class="plain">
      ${settings.map((setting) => {
        const path = projectPath(uid, `downloads/settings/${setting.uid}/`);
        const data = `/api/v2/assets/${uid}/export-settings/${setting.uid}/data`;
        return html`<li>
          <div>
            <strong dir="auto">${setting.name === '' ? setting.uid : setting.name}</strong>
            <p class="hint">
              ${describeRequest(setting.request)} ·
              ${richText('newest data as <xlsx>Excel</xlsx> or <csv>CSV</csv>', {
                xlsx: linkTo(`${data}.xlsx`),
                csv: linkTo(`${data}.csv?bom=true`),
              })}
            </p>
          </div>
          <div class="buttons">
            ${postButton(visitor, `${path}make/`, { label: t('Make'), style: 'quiet' })}
            ${
              held.has('manage_asset') &&
              confirmButton(visitor, `${path}delete/`, {
                label: t('Delete'),
                subject: setting.name,
                consequence: t('Addresses of its newest data stop working, as in Excel and Power BI.'),
              })
            }
          </div>
        </li>`;
      })}
    </ul>
  </section>`;
}

const linkTo =
  (path: string) =>
  (text: HtmlValue): Html =>
    html`<a href="${path}">${text}</a>`;

function attachedFiles(uid: string): Html {
  return html`<section class="sheet" aria-labelledby="attached">
    <h2 id="attached">${t('Photos and other files')}</h2>
    <p class="soft">
      ${t('All files of the submissions that you may see, in a folder for each submission.')}
    </p>
    <div class="buttons">
      <a class="button quiet" href="/api/v2/assets/${uid}/data.zip">${t('Download as ZIP')}</a>
    </div>
  </section>`;
}

function auditLogs(uid: string): Html {
  return html`<section class="sheet" aria-labelledby="audit">
    <h2 id="audit">${t('Audit logs')}</h2>
    <p class="soft">${t('How interviewers moved through the form, of all submissions in one table.')}</p>
    <div class="buttons">
      <a class="button quiet" href="/api/v2/assets/${uid}/audit.csv?bom=true">${t('Download as CSV')}</a>
    </div>
  </section>`;
}

/** Addresses of the data for Excel, Power BI, R and Python, each with a snippet to copy. */
function programSnippets({ origin }: Visitor, uid: string): Html {
  const asset = `${origin}/api/v2/assets/${uid}`;
  return html`<section class="sheet" aria-labelledby="programs">
    <h2 id="programs">${t('In other programs')}</h2>
    <p class="soft">
      ${richText('Always the newest data. Programs sign in with your <a>API token</a>.', { a: linkTo('/token/') })}
    </p>
    <p class="hint" id="snippet-status" role="status"></p>
    ${snippet('excel', t('Excel and Power BI'), `${asset}/odata/`, t('Get Data › OData feed; choose Basic and enter your username and password.'))}
    ${snippet('r', 'R', `library(httr2)\nlibrary(readr)\nanswer <- request("${asset}/data.csv") |>\n  req_headers(Authorization = paste("Token", Sys.getenv("TOKEN"))) |>\n  req_perform()\ndata <- read_delim(I(resp_body_string(answer)), delim = ";")`)}
    ${snippet('python', 'Python', `import io, os, pandas, requests\nanswer = requests.get(\n    "${asset}/data.csv",\n    headers={"Authorization": "Token " + os.environ["TOKEN"]},\n)\nanswer.raise_for_status()\ndata = pandas.read_csv(io.StringIO(answer.text), sep=";")`)}
  </section>`;
}

function snippet(id: string, title: Text, text: string, hint?: Text): Html {
  return html`<details class="more">
    <summary>${title}</summary>
    ${hint !== undefined && html`<p class="hint">${hint}</p>`}
    <pre class="source" tabindex="0" id="${id}">${text}</pre>
    <div class="buttons">
      <button type="button" class="quiet" data-copy="${id}" data-status="snippet-status" hidden>
        ${t('Copy')}
      </button>
    </div>
  </details>`;
}
