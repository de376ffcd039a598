import { InvalidError } from '../../domain/errors';
import type { UploadedFile } from '../../domain/file/uploaded-file';
import type { ImportInput } from '../../modules/import/import.service';
import { type Sent, textOf } from '../page/sent-form';

const MEGABYTE = 1024 * 1024;

export const WORKBOOK_LIMITS = { maxBytes: 20 * MEGABYTE, text: 'ordinary' } as const;
export const WORKBOOK_TYPES = '.xlsx,.xls,.ods,.csv';

/** @throws InvalidError without file and URL */
export function readWorkbookForm(
  body: Sent,
  file: UploadedFile | undefined,
  destination?: string,
): ImportInput {
  const url = textOf(body['url']).trim();
  // Browsers send an empty part without a name if no file is chosen.
  const chosen = file !== undefined && (file.name !== '' || file.staged.byteSize > 0) ? file : undefined;
  if (chosen === undefined && url === '') {
    throw InvalidError.at('file', 'Choose a file, or enter the address of one.');
  }
  const name = stemOf(chosen?.name ?? url);
  return {
    request: {
      library: false,
      desiredType: 'survey',
      ...(name !== '' && destination === undefined && { name }),
      ...(destination !== undefined && { destination }),
      ...(chosen === undefined && { url }),
    },
    source: chosen?.staged ?? null,
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
