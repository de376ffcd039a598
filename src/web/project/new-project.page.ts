import type { MinimalAsset } from '../../modules/asset/asset-list.service';
import { movePath } from './move-form.page';
import { postButton } from '../page/components';
import { formErrorMessage, formField } from '../page/form-field';
import type { FormErrors } from '../page/handle-form';
import { html, type Html } from '../page/html';
import { csrfField, presentHtmlPage } from '../page/page';
import type { Visitor } from '../page/visitor';
import { workbookForm } from './workbook-form';

export interface NewProject {
  readonly templates: readonly MinimalAsset[];
  readonly scripts: Html;
}

export const NEW_PROJECT_PATH = '/projects/new/';

export function presentNewProject(
  visitor: Visitor,
  { templates, scripts }: NewProject,
  { errors, url = '' }: { readonly errors?: FormErrors; readonly url?: string } = {},
) {
  const body = html`${formErrorMessage(errors)}
    <div class="columns halves">
      <section class="sheet" aria-labelledby="upload">
        <h2 id="upload">Upload an XLSForm</h2>
        <p class="soft">
          A workbook with the questions of your form, made in a spreadsheet program or a form designer.
        </p>
        ${workbookForm(visitor, NEW_PROJECT_PATH, { label: 'Create project', errors, url })}
      </section>
      <div>
        <section class="sheet" aria-labelledby="example">
          <h2 id="example">Start with an example</h2>
          <p>
            A household survey in two languages, with groups, a repeat, choices, a photo and a place. Deploy
            it, fill it in, download it as an XLSForm and change it.
          </p>
          <div class="buttons">
            ${postButton(visitor, `${NEW_PROJECT_PATH}example/`, { label: 'Use the example', style: 'quiet' })}
          </div>
        </section>
        ${fromLibrary(visitor, templates, errors)}
        <section class="sheet" aria-labelledby="move">
          <h2 id="move">Move from another server</h2>
          <p>
            Brings projects of your account at KoboToolbox, another fieldhouse or ODK Central, with all
            versions, submissions and files.
          </p>
          <div class="buttons"><a class="button quiet" href="${movePath()}">Move projects</a></div>
        </section>
      </div>
    </div>`;
  return presentHtmlPage(visitor, {
    title: 'New project',
    section: 'projects',
    head: {
      title: 'New project',
      trail: [{ path: '/projects/', name: 'Projects' }],
      label: 'New project',
    },
    body,
    scripts,
    usesFetch: true,
    errors,
  });
}

function fromLibrary(
  visitor: Visitor,
  templates: readonly MinimalAsset[],
  errors: FormErrors | undefined,
): Html {
  return html`<section class="sheet" aria-labelledby="library">
    <h2 id="library">Start from the library</h2>
    ${
      templates.length === 0
        ? html`<p>
            Templates, blocks and questions that you keep or follow are in the
            <a href="/library/">library</a>; each can become a project.
          </p>`
        : html`<form method="post" action="${NEW_PROJECT_PATH}clone/">
            ${csrfField(visitor)}
            ${formField(
              {
                name: 'source',
                label: 'Template',
                type: 'select',
                options: templates.map(({ uid, name }) => ({ value: uid, label: name === '' ? uid : name })),
              },
              errors,
            )}
            <div class="buttons">
              <button class="quiet">Use the template</button><a href="/library/">All of the library</a>
            </div>
          </form>`
    }
  </section>`;
}
