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
import { html, type Html } from '../page/html';
import { countText } from '../page/format-text';
import type { FormErrors, FormOutcome } from '../page/handle-form';
import { csrfField } from '../page/page';
import type { Visitor } from '../page/visitor';
import {
  describeRequest,
  type ExportForm,
  languageOptions,
  SELECT_MODES,
  SEPARATORS,
  TYPES,
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
  /** Whether devices record an audit log of a version. */
  readonly hasAudit: boolean;
  readonly scripts: Html;
}

const ENCRYPTED =
  'The form encrypts submissions. Their rows have the status “encrypted” and no answers. Pull them with ODK Briefcase and decrypt them with the private key of the form.';

const DONE = {
  saved: 'The settings were saved.',
  'settings-deleted': 'The settings were deleted.',
  deleted: 'The download was deleted.',
};

export function presentDownloads(visitor: Visitor, view: DownloadsView, { query, errors }: FormOutcome) {
  const { project, exports } = view;
  const isRunning = exports.some(({ status }) => !isFinal(status));
  const body =
    project.active === null
      ? emptyState({
          title: 'The form is not deployed',
          text: 'Deploy it and collect data, then download it here.',
          actions: html`<a class="button" href="${projectPath(project.uid, 'form/')}">Go to the form</a>`,
        })
      : html`${doneNotice(query, DONE)} ${formErrorMessage(errors)}
          ${project.encrypted === true && notice(ENCRYPTED)} ${exportTable(visitor, view, isRunning)}
          <div class="columns halves">
            ${exportForm(visitor, view, errors)}
            <div>
              ${settingList(visitor, view)} ${view.hasAudit && auditLogs(project.uid)}
              ${programSnippets(visitor, project.uid)}
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
      caption: 'Your downloads',
      columns: [whole('Download'), 'Made', 'Status', whole()],
      rows: exports.map((task) => exportRow(visitor, project.uid, task)),
    })}
  </div>`;
}

function exportRow(visitor: Visitor, uid: string, task: ExportTask) {
  const { fileName, username, request, dateCreated } = task;
  const path = projectPath(uid, `downloads/${task.uid}/`);
  const name =
    fileName === null
      ? describeRequest(request)
      : html`<a
          class="name"
          dir="auto"
          href="/private-media/${username}/exports/${uid}/${encodeURIComponent(fileName)}"
          >${fileName}</a
        >`;
  return [
    name,
    timeText(dateCreated),
    statusOf(task),
    html`<div class="buttons">
      ${
        // Not asked while it runs: the page loads again every few seconds, and there is no file yet.
        !isFinal(task.status)
          ? postButton(visitor, `${path}delete/`, { label: 'Cancel', style: 'quiet' })
          : html`${postButton(visitor, `${path}repeat/`, { label: 'Repeat', style: 'quiet' })}
            ${confirmButton(visitor, `${path}delete/`, {
              label: 'Delete',
              subject: fileName ?? '',
              consequence: 'The file is deleted. The data stays, and another download can be made of it.',
            })}`
      }
    </div>`,
  ];
}

function statusOf({ status, rowsDone, rowsTotal, messages }: ExportTask): Html {
  switch (status) {
    case 'complete': {
      const { warnings = [] } = messages as { warnings?: readonly string[] };
      return html`${badge('Ready', 'good')}${warnings.map((text) => html` <span class="hint">${text}</span>`)}`;
    }
    case 'error': {
      const { error } = messages as { error?: string };
      return html`${badge('Failed', 'bad')} <span class="hint">${error}</span>`;
    }
    default:
      return rowsTotal === null || rowsDone === null
        ? badge('Waiting', 'caution')
        : html`${badge('Running', 'caution')}
            <span class="hint">${countText(rowsDone)} of ${countText(rowsTotal)}</span>`;
  }
}

function exportForm(
  visitor: Visitor,
  { project, form, languages }: DownloadsView,
  errors: FormErrors | undefined,
): Html {
  const path = projectPath(project.uid, 'downloads/');
  return html`<section class="sheet" aria-labelledby="make">
    <h2 id="make">Make a download</h2>
    <form method="post" action="${path}">
      ${csrfField(visitor)}
      ${formField({ name: 'type', label: 'File', type: 'select', options: TYPES, value: form.type }, errors)}
      ${formField({ name: 'lang', label: 'Columns and answers', type: 'select', options: languageOptions(languages), value: form.language }, errors)}
      <details class="more">
        <summary>More options</summary>
        ${formField({ name: 'multiple_select', label: 'Questions with several answers', type: 'select', options: SELECT_MODES, value: form.selectMode }, errors)}
        ${flag('fields_from_all_versions', 'Questions of all deployed versions', form.allVersions)}
        ${flag('hierarchy_in_labels', 'Groups in the names of columns', form.groups)}
        ${flag('include_media_url', 'Addresses of photos and other files', form.mediaUrls)}
        ${flag('xls_formatted', 'Excel: numbers, dates and times as such, a fixed header and wide columns', form.isFormatted)}
        ${flag('xls_labels', 'Excel: a sheet with the labels of questions and choices', form.hasLabels)}
        ${flag('bom', 'CSV: marked as UTF-8, for Excel', form.hasBom)}
        ${flag('escape_formulas', 'CSV: safe for spreadsheets (an apostrophe before formulas)', form.escapesFormulas)}
        ${formField({ name: 'separator', label: 'CSV: between the columns', type: 'select', options: SEPARATORS, value: form.separator }, errors)}
        ${
          project.held.has('manage_asset') &&
          html`${formField({ name: 'name', label: 'Save these options as', value: form.name, optional: true, autocomplete: 'off' }, errors)}
            <div class="buttons">
              <button class="quiet" formaction="${path}settings/">Save the options</button>
            </div>`
        }
      </details>
      <div class="buttons"><button>Make the download</button></div>
    </form>
  </section>`;
}

function flag(name: string, label: string, checked: boolean): Html {
  return choiceField('checkbox', { name, value: 'true', label, checked });
}

function settingList(visitor: Visitor, { project, settings }: DownloadsView): Html {
  if (settings.length === 0) return html``;
  const { uid, held } = project;
  return html`<section class="sheet" aria-labelledby="saved">
    <h2 id="saved">Saved options</h2>
    <ul class="plain">
      ${settings.map((setting) => {
        const path = projectPath(uid, `downloads/settings/${setting.uid}/`);
        return html`<li>
          <div>
            <strong dir="auto">${setting.name === '' ? setting.uid : setting.name}</strong>
            <p class="hint">
              ${describeRequest(setting.request)} · newest data as
              <a href="/api/v2/assets/${uid}/export-settings/${setting.uid}/data.xlsx">Excel</a> or
              <a href="/api/v2/assets/${uid}/export-settings/${setting.uid}/data.csv?bom=true">CSV</a>
            </p>
          </div>
          <div class="buttons">
            ${postButton(visitor, `${path}make/`, { label: 'Make', style: 'quiet' })}
            ${
              held.has('manage_asset') &&
              confirmButton(visitor, `${path}delete/`, {
                label: 'Delete',
                subject: setting.name,
                consequence: 'Addresses of its newest data stop working, as in Excel and Power BI.',
              })
            }
          </div>
        </li>`;
      })}
    </ul>
  </section>`;
}

function auditLogs(uid: string): Html {
  return html`<section class="sheet" aria-labelledby="audit">
    <h2 id="audit">Audit logs</h2>
    <p class="soft">How interviewers moved through the form, of all submissions in one table.</p>
    <div class="buttons">
      <a class="button quiet" href="/api/v2/assets/${uid}/audit.csv?bom=true">Download as CSV</a>
    </div>
  </section>`;
}

/** Addresses of the data for Excel, Power BI, R and Python, each with a snippet to copy. */
function programSnippets({ origin }: Visitor, uid: string): Html {
  const asset = `${origin}/api/v2/assets/${uid}`;
  return html`<section class="sheet" aria-labelledby="programs">
    <h2 id="programs">In other programs</h2>
    <p class="soft">Always the newest data. Programs sign in with your <a href="/token/">API token</a>.</p>
    <p class="hint" id="snippet-status" role="status"></p>
    ${snippet('excel', 'Excel and Power BI', `${asset}/odata/`, 'Get Data › OData feed; choose Basic and enter your username and password.')}
    ${snippet('r', 'R', `library(httr2)\nlibrary(readr)\nanswer <- request("${asset}/data.csv") |>\n  req_headers(Authorization = paste("Token", Sys.getenv("TOKEN"))) |>\n  req_perform()\ndata <- read_delim(I(resp_body_string(answer)), delim = ";")`)}
    ${snippet('python', 'Python', `import io, os, pandas, requests\nanswer = requests.get(\n    "${asset}/data.csv",\n    headers={"Authorization": "Token " + os.environ["TOKEN"]},\n)\nanswer.raise_for_status()\ndata = pandas.read_csv(io.StringIO(answer.text), sep=";")`)}
  </section>`;
}

function snippet(id: string, title: string, text: string, hint?: string): Html {
  return html`<details class="more">
    <summary>${title}</summary>
    ${hint !== undefined && html`<p class="hint">${hint}</p>`}
    <pre class="source" tabindex="0" id="${id}">${text}</pre>
    <div class="buttons">
      <button type="button" class="quiet" data-copy="${id}" data-status="snippet-status" hidden>Copy</button>
    </div>
  </details>`;
}
