import { formField } from '../page/form-field';
import type { FormErrors } from '../page/handle-form';
import { html, type Html } from '../page/html';
import { csrfField } from '../page/page';
import type { Visitor } from '../page/visitor';
import { WORKBOOK_TYPES } from './new-project-form';

/** Uploads an XLSForm, or names its URL. Scripts add dropping of files and progress. */
export function workbookForm(
  visitor: Visitor,
  action: string,
  { label, errors, url = '' }: { label: string; errors?: FormErrors | undefined; url?: string },
): Html {
  return html`<form method="post" action="${action}" enctype="multipart/form-data" data-upload>
    ${csrfField(visitor)}
    <div class="drop" data-drop>
      ${formField(
        {
          name: 'file',
          label: 'XLSForm file',
          type: 'file',
          accept: WORKBOOK_TYPES,
          optional: true,
          hint: 'Excel (.xlsx, .xls), OpenDocument (.ods) or CSV, up to 20 MB.',
        },
        errors,
      )}
      <p class="hint" data-drop-hint hidden>You can also drop the file here.</p>
    </div>
    ${formField(
      {
        name: 'url',
        label: 'Or the address of the file',
        type: 'url',
        value: url,
        optional: true,
        hint: 'Such as a link to download it from a shared folder.',
        autocomplete: 'off',
      },
      errors,
    )}
    <div class="buttons"><button>${label}</button></div>
    <p data-progress hidden>
      <label for="progress">Upload</label><progress id="progress" max="100" value="0"></progress>
    </p>
    <p class="wrong" data-upload-error role="alert" hidden></p>
  </form>`;
}
