import type { FormProblem } from '../../domain/content/form-problem';
import { isFinal } from '../../domain/task/task-status';
import type { ImportTask } from '../../modules/import/import.service';
import { notice, recordTable, figure, whole } from '../page/components';
import { html, type Html } from '../page/html';
import { presentHtmlPage, presentRedirect } from '../page/page';
import type { Visitor } from '../page/visitor';
import { NEW_PROJECT_PATH } from './new-project.page';
import { projectPath } from './project-head';
import { workbookForm } from './workbook-form';

/** The import of a workbook: its progress, then the project, or its problems with a form to try again. */
export function presentImport(visitor: Visitor, { status, messages, request }: ImportTask, scripts: Html) {
  const { destination } = request;
  if (!isFinal(status)) {
    const body = html`<section class="sheet" data-watch role="status">
      <h2>Reading the form …</h2>
      <p class="soft">This takes a few seconds. The page continues when it is done.</p>
    </section>`;
    return page(visitor, { title: 'Importing the form', body, scripts, destination, refreshSeconds: 1 });
  }
  if (isFailure(messages)) {
    const body = html`${problemsOf(messages)}
      <section class="sheet" aria-labelledby="again">
        <h2 id="again">Upload the corrected file</h2>
        ${workbookForm(visitor, destination === undefined ? NEW_PROJECT_PATH : projectPath(destination, 'form/replace/'), { label: 'Upload', ...(request.url !== undefined && { url: request.url }) })}
      </section>`;
    return page(visitor, { title: 'The form has problems', body, scripts, destination });
  }
  const { uid, path } = resultOf(messages);
  const warnings = 'warnings' in messages ? (messages.warnings ?? []) : [];
  if (warnings.length === 0) return presentRedirect(path);
  const body = html`${notice('The form was imported. Some of it may not work as you expect:', 'caution')}
    <section class="sheet">
      <ul class="ticks">
        ${warnings.map((warning) => html`<li dir="auto">${warning}</li>`)}
      </ul>
      <div class="buttons"><a class="button" href="${path}">Continue</a></div>
    </section>`;
  return page(visitor, { title: 'The form has warnings', body, scripts, destination: uid });
}

function resultOf(messages: ImportTask['messages']): { uid: string; path: string } {
  if ('updated' in messages) {
    const { uid } = messages.updated[0]!;
    return { uid, path: projectPath(uid, 'form/?done=replaced') };
  }
  const created = 'created' in messages ? messages.created[0] : undefined;
  const { uid, kind } = created!;
  return { uid, path: kind === 'collection' ? '/library/' : projectPath(uid, 'form/?done=created') };
}

interface ImportFailure {
  readonly error: string;
  readonly problems?: readonly FormProblem[];
}

function isFailure(messages: object): messages is ImportFailure {
  return 'error' in messages;
}

function problemsOf(messages: ImportFailure): Html {
  const { problems = [] } = messages;
  if (problems.length === 0) {
    return html`<div class="alarm" role="alert"><p>${messages.error}</p></div>`;
  }
  const count = problems.length === 1 ? 'one problem' : `${problems.length} problems`;
  return html`<div class="alarm" role="alert">
      <p>The form was not imported: it has ${count}. Correct the file and upload it again.</p>
    </div>
    ${recordTable({
      caption: 'Problems of the form',
      columns: [whole('Problem'), 'Sheet', figure('Row'), 'Column', whole('Cell')],
      rows: problems.map(({ sheet, row, column = '', message, text = '' }) => [
        html`<span dir="auto">${message}</span>`,
        sheet,
        row ?? '',
        column,
        text === '' ? '' : html`<code dir="auto">${text}</code>`,
      ]),
    })}`;
}

interface ImportPage {
  readonly title: string;
  readonly body: Html;
  readonly scripts: Html;
  /** Project whose form is replaced. */
  readonly destination: string | undefined;
  readonly refreshSeconds?: number;
}

function page(visitor: Visitor, { title, destination, ...content }: ImportPage) {
  return presentHtmlPage(visitor, {
    ...content,
    title,
    section: 'projects',
    usesFetch: true,
    head: {
      title,
      label: 'Import',
      trail: [
        { path: '/projects/', name: 'Projects' },
        ...(destination === undefined ? [] : [{ path: projectPath(destination), name: 'Project' }]),
      ],
    },
  });
}
