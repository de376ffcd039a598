import { formField } from '../page/form-field';
import { type FormErrors, type Sent, textOf } from '../page/handle-form';
import { html, type Html } from '../page/html';
import { csrfField } from '../page/page';
import type { Visitor } from '../page/visitor';
import { InvalidError } from '../../domain/errors';
import type { UploadedFile } from '../../domain/file/staged-file';
import type { ImportInput } from '../../modules/import/import.service';

const MEGABYTE = 1024 * 1024;

export const WORKBOOK_LIMITS = { maxBytes: 20 * MEGABYTE, text: 'ordinary' } as const;
const WORKBOOK_TYPES = '.xlsx,.xls,.ods,.csv';

/** @throws InvalidError without file and URL */
export function readWorkbookForm(
  body: Sent,
  file: UploadedFile | undefined,
  destination?: string,
): ImportInput {
  const url = textOf(body['url']).trim();
  if (file === undefined && url === '') {
    throw InvalidError.at('file', 'Choose a file, or enter the address of one.');
  }
  const name = stemOf(file?.name ?? url);
  return {
    request: {
      library: false,
      desiredType: 'survey',
      ...(name !== '' && destination === undefined && { name }),
      ...(destination !== undefined && { destination }),
      ...(file === undefined && { url }),
    },
    source: file?.staged ?? null,
  };
}

function stemOf(path: string): string {
  const name =
    path
      .replace(/[?#].*$/s, '')
      .split(/[\\/]/)
      .at(-1) ?? '';
  return name.replace(/\.(xlsx?|ods|csv)$/i, '').slice(0, 255);
}

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
