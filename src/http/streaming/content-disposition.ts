import { create } from 'content-disposition';

/** Returns `attachment` with the file name per RFC 6266: ASCII fallback plus exact name in UTF-8, safely escaped. */
export function attachmentDisposition(name: string): string {
  return create(name.toWellFormed());
}

/** Returns `inline` likewise: a browser may display the file instead of saving it. */
export function inlineDisposition(name: string): string {
  return create(name.toWellFormed(), { type: 'inline' });
}
