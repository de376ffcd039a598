import type { MinimalAsset } from '../../modules/asset/asset-list.service';
import { movePath } from './move-form.page';
import { t } from '../../language/message';
import { postButton } from '../page/components';
import { formErrorMessage, formField } from '../page/form-field';
import type { FormErrors } from '../page/handle-form';
import { html, type Html, richText } from '../page/html';
import { csrfField, presentHtmlPage } from '../page/page';
import type { Visitor } from '../page/visitor';
import { uploadTexts, workbookForm } from './workbook-form';

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
