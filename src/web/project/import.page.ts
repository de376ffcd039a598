import type { FormProblem } from '../../domain/content/form-problem';
import { isFinal } from '../../domain/task/task-status';
import type { ImportTask } from '../../modules/import/import.service';
import { notice, recordTable, figure, whole } from '../page/components';
import { type Text, knownText, t } from '../../language/message';
import { warningText } from '../../language/form-problem';
import { html, type Html } from '../page/html';
import { presentHtmlPage, presentRedirect } from '../page/page';
import type { Visitor } from '../page/visitor';
import { NEW_PROJECT_PATH } from './new-project.page';
import { projectPath } from './project-head';
import { LIBRARY_UPLOAD_PATH, uploadTexts, uploadTypeField, workbookForm } from './workbook-form';

/** The import of a workbook: its progress, then the project, or its problems with a form to try again. */
export function presentImport(visitor: Visitor, { status, messages, request }: ImportTask, scripts: Html) {
  const { destination } = request;
  if (!isFinal(status)) {
    const body = html`<section class="sheet" data-watch role="status">
      <h2>${t('Reading the form …')}</h2>
      <p class="soft">${t('This takes a few seconds. The page continues when it is done.')}</p>
    </section>`;
    return page(visitor, { title: t('Importing the form'), body, scripts, destination, refreshSeconds: 1 });
  }
  if (isFailure(messages)) {
    const body = html`${problemsOf(messages)}
      <section class="sheet" aria-labelledby="again">
        <h2 id="again">${t('Upload the corrected file')}</h2>
        ${retryForm(visitor, request)}
      </section>`;
    return page(visitor, { title: t('The form has problems'), body, scripts, destination });
  }
  const { uid, path } = resultOf(messages, request);
  const warnings = 'warnings' in messages ? (messages.warnings ?? []) : [];
  if (warnings.length === 0) return presentRedirect(path);
  const body = html`${notice(t('The form was imported. Some of it may not work as you expect:'), 'caution')}
    <section class="sheet">
      <ul class="ticks">
        ${warnings.map((warning) => html`<li dir="auto">${warningText(warning)}</li>`)}
      </ul>
      <div class="buttons"><a class="button" href="${path}">${t('Continue')}</a></div>
    </section>`;
  return page(visitor, { title: t('The form has warnings'), body, scripts, destination: uid });
}

/** Sends a corrected file where the first one was sent. */
function retryForm(
  visitor: Visitor,
  { url, library, desiredType, destination }: ImportTask['request'],
): Html {
  const options = { label: t('Upload'), ...(url !== undefined && { url }) };
  if (destination !== undefined)
    return workbookForm(visitor, projectPath(destination, 'form/replace/'), options);
  if (!library) return workbookForm(visitor, NEW_PROJECT_PATH, options);
  const fields = uploadTypeField(desiredType ?? 'block');
  return workbookForm(visitor, LIBRARY_UPLOAD_PATH, { ...options, fields });
}

function resultOf(
  messages: ImportTask['messages'],
  { library }: ImportTask['request'],
): { uid: string; path: string } {
  if ('updated' in messages) {
    const { uid } = messages.updated[0]!;
    return { uid, path: projectPath(uid, 'form/?done=replaced') };
  }
  const created = 'created' in messages ? messages.created[0] : undefined;
  const { uid, kind } = created!;
  if (kind === 'collection') return { uid, path: `/library/?collection=${uid}&done=saved` };
  return { uid, path: library ? '/library/?done=saved' : projectPath(uid, 'form/?done=created') };
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
    return html`<div class="alarm" role="alert"><p>${knownText(messages.error)}</p></div>`;
  }
  return html`<div class="alarm" role="alert">
      <p>
        ${t('The form was not imported: it has {count, plural, one {one problem} other {# problems}}. Correct the file and upload it again.', { count: problems.length })}
      </p>
    </div>
    ${recordTable({
      caption: t('Problems of the form'),
      columns: [whole(t('Problem')), t('Sheet'), figure(t('Row')), t('Column'), whole(t('Cell'))],
      rows: problems.map(({ sheet, row, column = '', message, text = '' }) => [
        html`<span dir="auto">${knownText(message)}</span>`,
        sheet,
        row ?? '',
        column,
        text === '' ? '' : html`<code dir="auto">${text}</code>`,
      ]),
    })}`;
}

interface ImportPage {
  readonly title: Text;
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
    scriptTexts: uploadTexts(),
    usesFetch: true,
    head: {
      title,
      label: t('Import'),
      trail: [
        { path: '/projects/', name: t('Projects') },
        ...(destination === undefined ? [] : [{ path: projectPath(destination), name: t('Project') }]),
      ],
    },
  });
}
