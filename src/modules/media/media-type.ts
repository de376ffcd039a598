import { lookup } from 'mime-types';

/** Extensions missing from mime-types. */
const UNREGISTERED: ReadonlyMap<string, string> = new Map([
  ['.wkt', 'application/wkt'],
  ['.wav', 'audio/x-wav'],
]);

/** Media type by file extension; '' when unknown. */
export function mediaTypeOf(fileName: string): string {
  const extension = /\.[^.]*$/.exec(fileName)?.[0].toLowerCase() ?? '';
  // `lookup` takes a name without a dot for an extension.
  if (extension === '') return '';
  return UNREGISTERED.get(extension) ?? (lookup(extension) || '');
}
