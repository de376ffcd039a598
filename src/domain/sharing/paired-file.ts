import { InvalidError } from '../errors';
import type { InstanceDocument } from '../submission/instance-document';
import { selectElements } from '../submission/instance-selection';
import { writeElement } from '../submission/instance-writer';
import type { SharedFields } from './data-sharing';

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>';

/** Start and end of the XML file around the submissions. */
export const PAIRED_FRAME = { head: `${DECLARATION}<root>`, tail: '</root>' } as const;

/** Renders a submission for forms of other projects: root `data`, shared fields only (contract-data 8.2). */
export function pairedXml(document: InstanceDocument, fields: SharedFields): string {
  const { root } = fields === undefined ? document : selectElements(document, isOneOf(fields));
  return writeElement({ ...root, name: 'data' });
}

function isOneOf(fields: readonly string[]): (path: string) => boolean {
  const paths = new Set(fields);
  return (path) => paths.has(path);
}

/**
 * Parses the file name of paired data: letters, digits, `-` and `_`, at most 200, then `.xml`.
 * @param sent with or without the extension
 * @throws InvalidError on the field `filename`
 */
export function readPairedFilename(sent: string): string {
  const invalid = (message: string): InvalidError => InvalidError.at('filename', message);
  const [, stem = sent, extension = ''] = /^(.*?)(\.[^.]*)?$/s.exec(sent) ?? [];
  if (sent === '') throw invalid('This field may not be blank.');
  if (extension !== '' && extension.toLowerCase() !== '.xml') throw invalid('Extension must be `xml`');
  if (!/^[A-Za-z0-9_-]+$/.test(stem)) throw invalid('Only letters, numbers and `-` are allowed');
  if (stem.length > 200) throw invalid('Ensure this field has no more than 200 characters.');
  return `${stem}.xml`;
}
