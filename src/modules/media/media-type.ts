import { lookup } from 'mime-types';

/** What the register of media types has no ending for. */
const UNREGISTERED: ReadonlyMap<string, string> = new Map([
  ['.wkt', 'application/wkt'],
  ['.wav', 'audio/x-wav'],
]);

/** The media type that the ending of a name tells; '' when it tells none. */
export function mediaTypeOf(fileName: string): string {
  const ending = /\.[^.]*$/.exec(fileName)?.[0].toLowerCase() ?? '';
  // A name without an ending is no ending.
  if (ending === '') return '';
  return UNREGISTERED.get(ending) ?? (lookup(ending) || '');
}
