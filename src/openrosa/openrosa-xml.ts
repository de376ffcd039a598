import { escapeText } from '../domain/text/xml-text';

/** What every answer to a collector carries (contract-data 4.1). */
export const OPENROSA_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/xml; charset=utf-8',
  'X-OpenRosa-Version': '1.0',
  // Advice: collectors split what is larger into several requests. More is accepted.
  'X-OpenRosa-Accept-Content-Length': '10000000',
};

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n';

/** An element with text inside. */
export function textElement(name: string, text: string): string {
  return `<${name}>${escapeText(text)}</${name}>`;
}

/** A list of forms or files, as one document. */
export function listDocument(name: string, namespace: string, items: readonly string[]): string {
  return `${DECLARATION}<${name} xmlns="${namespace}">${items.join('')}</${name}>`;
}

/** The answer to a submission; `inner` is XML. */
export function openRosaResponse(inner: string): string {
  return `${DECLARATION}<OpenRosaResponse xmlns="http://openrosa.org/http/response">${inner}</OpenRosaResponse>`;
}
