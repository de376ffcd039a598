import { create } from 'content-disposition';

/**
 * `attachment` with the file's own name, by RFC 6266: where the name is not plain ASCII, a likeness for old clients
 * stands beside the exact name in UTF-8. Nothing in the name can end the header or its quotes.
 */
export function attachmentDisposition(name: string): string {
  return create(name.toWellFormed());
}

/** `inline` likewise: a browser may show the file instead of saving it. */
export function inlineDisposition(name: string): string {
  return create(name.toWellFormed(), { type: 'inline' });
}
