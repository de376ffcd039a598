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
