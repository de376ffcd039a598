import { hash } from 'node:crypto';
import { generateUid, UID_PREFIX } from './uid';
/**
 * Parses comma-separated tags (contract-assets 2.5): distinct, in order. Trims the text as a whole, not each tag; drops
 * blank tags.
 */
export function parseTagString(text: string): string[] {
  const names = text.trim().split(',');
  return [...new Set(names.filter((name) => name.trim() !== ''))];
}

export function formatTagString(tags: readonly string[]): string {
  return tags.join(',');
}

/** Derives the uid of a tag from its name: tags have no table. */
export function tagUid(name: string): string {
  let round = 0;
  return generateUid(UID_PREFIX.tag, (length) => {
    round += 1;
    return hash('sha256', `${round}:${name}`, 'buffer').subarray(0, length);
  });
}
