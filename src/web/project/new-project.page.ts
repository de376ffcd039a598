import type { MinimalAsset } from '../../modules/asset/asset-list.service';
import { movePath } from './move-form.page';
import { t, type Text, knownText } from '../../language/message';
import { postButton, notice, recordTable, figure, whole } from '../page/components';
import { formErrorMessage, formField } from '../page/form-field';
import type { FormErrors } from '../page/handle-form';
import { html, type Html, richText } from '../page/html';
import { csrfField, presentHtmlPage, presentRedirect } from '../page/page';
import type { Visitor } from '../page/visitor';
import { uploadTexts, workbookForm, LIBRARY_UPLOAD_PATH, uploadTypeField } from './workbook-form';
import type { FormProblem } from '../../domain/content/form-problem';
import { isFinal } from '../../domain/task/task-status';
import type { ImportTask } from '../../modules/import/import.service';
import { warningText } from '../../language/form-problem';
import { projectPath } from './project-head';

export interface NewProject {
  readonly templates: readonly MinimalAsset[];
  readonly scripts: Html;
}

export const NEW_PROJECT_PATH = '/projects/new/';

export function presentNewProject(
  visitor: Visitor,
  { templates, scripts }: NewProject,
  {
    errors,
    url = '',
    name = '',
  }: { readonly errors?: FormErrors; readonly url?: string; readonly name?: string } = {},
) {
  const body = html`${formErrorMessage(errors)}
    <div class="columns halves">
      <section class="sheet" aria-labelledby="upload">
        <h2 id="upload">${t('Upload an XLSForm')}</h2>
        <p class="soft">
          ${t('A workbook with the questions of your form, made in a spreadsheet program or a form designer.')}
        </p>
        ${workbookForm(visitor, NEW_PROJECT_PATH, { label: t('Create project'), errors, url })}
      </section>
      <div>
        ${blankForm(visitor, name, errors)}
        <section class="sheet" aria-labelledby="example">
          <h2 id="example">${t('Start with an example')}</h2>
          <p>
            ${t('A household survey in two languages, with groups, a repeat, choices, a photo and a place. Deploy it, fill it in, download it as an XLSForm and change it.')}
          </p>
          <div class="buttons">
            ${postButton(visitor, `${NEW_PROJECT_PATH}example/`, { label: t('Use the example'), style: 'quiet' })}
          </div>
        </section>
        ${fromLibrary(visitor, templates, errors)}
        <section class="sheet" aria-labelledby="move">
          <h2 id="move">${t('Move from another server')}</h2>
          <p>
            ${t('Brings projects of your account at KoboToolbox, another fieldhouse or ODK Central, with all versions, submissions and files.')}
          </p>
          <div class="buttons"><a class="button quiet" href="${movePath()}">${t('Move projects')}</a></div>
        </section>
      </div>
    </div>`;
  return presentHtmlPage(visitor, {
    title: t('New project'),
    section: 'projects',
    head: {
      title: t('New project'),
      trail: [{ path: '/projects/', name: t('Projects') }],
      label: t('New project'),
    },
    body,
    scripts,
    scriptTexts: uploadTexts(),
    usesFetch: true,
    errors,
  });
}

function blankForm(visitor: Visitor, name: string, errors: FormErrors | undefined): Html {
  return html`<section class="sheet" aria-labelledby="blank">
    <h2 id="blank">${t('Make a form in the browser')}</h2>
    <form method="post" action="${NEW_PROJECT_PATH}blank/">
      ${csrfField(visitor)}
      ${formField({ name: 'name', label: t('Name of the project'), type: 'text', value: name, autocomplete: 'off' }, errors)}
      <div class="buttons"><button class="quiet">${t('Make a form')}</button></div>
    </form>
  </section>`;
}

function fromLibrary(
  visitor: Visitor,
  templates: readonly MinimalAsset[],
  errors: FormErrors | undefined,
): Html {
  return html`<section class="sheet" aria-labelledby="library">
    <h2 id="library">${t('Start from the library')}</h2>
    ${
      templates.length === 0
        ? html`<p>
            ${richText('Templates, blocks and questions that you keep or follow are in the <a>library</a>; each can become a project.', { a: (text) => html`<a href="/library/">${text}</a>` })}
          </p>`
        : html`<form method="post" action="${NEW_PROJECT_PATH}clone/">
            ${csrfField(visitor)}
            ${formField(
              {
                name: 'source',
                label: t('Template'),
                type: 'select',
                options: templates.map(({ uid, name }) => ({ value: uid, label: name === '' ? uid : name })),
              },
              errors,
            )}
            <div class="buttons">
              <button class="quiet">${t('Use the template')}</button
              ><a href="/library/">${t('All of the library')}</a>
            </div>
          </form>`
    }
  </section>`;
}

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
