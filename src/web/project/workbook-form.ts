import { formField, type Option } from '../page/form-field';
import { type FormErrors, type Sent, textOf } from '../page/handle-form';
import { html, type Html } from '../page/html';
import { csrfField } from '../page/page';
import type { Visitor } from '../page/visitor';
import { InvalidError } from '../../domain/errors';
import type { UploadedFile } from '../../domain/file/staged-file';
import type { ImportRequest } from '../../domain/import/import-request';
import type { ImportInput } from '../../modules/import/import.service';
import { type Text, t } from '../../language/message';

const MEGABYTE = 1024 * 1024;

export const WORKBOOK_LIMITS = { maxBytes: 20 * MEGABYTE, text: 'ordinary' } as const;
const WORKBOOK_TYPES = '.xlsx,.xls,.ods,.csv';

const PROJECT = { library: false, desiredType: 'survey' } as const;

/** The form of an existing project. */
export const formOf = (destination: string) => ({ ...PROJECT, destination });

/** @param target default: a new project @throws InvalidError without file and URL */
export function readWorkbookForm(
  body: Sent,
  file: UploadedFile | undefined,
  target: Pick<ImportRequest, 'library' | 'desiredType' | 'destination'> = PROJECT,
): ImportInput {
  const url = textOf(body['url']).trim();
  if (file === undefined && url === '') {
    throw InvalidError.at('file', 'Choose a file, or enter the address of one.');
  }
  const name = stemOf(file?.name ?? url);
  return {
    request: {
      ...target,
      ...(name !== '' && target.destination === undefined && { name }),
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

/** Texts of the script that uploads; pages with the form pass them to it. */
export const uploadTexts = (): Readonly<Record<string, Text>> => ({
  connectionFailed: t('The connection failed. Try again.'),
  uploadFailed: t('The upload failed ({status}). Try again.', { status: '{status}' }),
});

/** Uploads an XLSForm, or names its URL. Scripts add dropping of files and progress. */
export function workbookForm(
  visitor: Visitor,
  action: string,
  {
    label,
    errors,
    url = '',
    fields,
  }: { label: Text; errors?: FormErrors | undefined; url?: string; fields?: Html },
): Html {
  return html`<form method="post" action="${action}" enctype="multipart/form-data" data-upload>
    ${csrfField(visitor)}
    <div class="drop" data-drop>
      ${formField(
        {
          name: 'file',
          label: t('XLSForm file'),
          type: 'file',
          accept: WORKBOOK_TYPES,
          optional: true,
          hint: t('Excel (.xlsx, .xls), OpenDocument (.ods) or CSV, up to 20 MB.'),
        },
        errors,
      )}
      <p class="hint" data-drop-hint hidden>${t('You can also drop the file here.')}</p>
    </div>
    ${formField(
      {
        name: 'url',
        label: t('Or the address of the file'),
        type: 'url',
        value: url,
        optional: true,
        hint: t('Such as a link to download it from a shared folder.'),
        autocomplete: 'off',
      },
      errors,
    )}
    ${fields}
    <div class="buttons"><button>${label}</button></div>
    <p data-progress hidden>
      <label for="progress">${t('Upload')}</label><progress id="progress" max="100" value="0"></progress>
    </p>
    <p class="wrong" data-upload-error role="alert" hidden></p>
  </form>`;
}

const itemTypes = (): readonly Option[] => [
  { value: 'template', label: t('Template: a whole form') },
  { value: 'block', label: t('Block or question: part of a form') },
];

export const LIBRARY_UPLOAD_PATH = '/library/upload/';

/** How the library keeps an uploaded form. */
export function uploadTypeField(sent: unknown, errors?: FormErrors): Html {
  const value = sent === 'block' ? sent : 'template';
  return formField(
    { name: 'type', id: 'item-type', label: t('Save as'), type: 'select', options: itemTypes(), value },
    errors,
  );
}
