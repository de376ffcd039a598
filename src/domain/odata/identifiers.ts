import { createHash } from 'node:crypto';

const IDENTIFIER = /^[\p{L}_][\p{L}\p{Nd}_]*$/u;
/** No identifier of OData is longer than 128; URLs end early, so that ours are shorter. */
const MOST_CHARACTERS = 60;
const SUFFIX_DIGITS = 6;

/**
 * Names as identifiers of OData: letters, digits and `_` (contract-odata 2). A name that is none, or that is taken, gets
 * a suffix made from the whole name: it depends on no other name, so that it is the same whatever else the form has.
 */
export class Identifiers {
  private readonly taken: Set<string>;

  constructor(reserved: readonly string[] = []) {
    this.taken = new Set(reserved);
  }

  /** Identifiers for different names; those that are identifiers already come first. */
  claim(names: readonly string[]): string[] {
    const kept = new Set(names.filter((name) => isIdentifier(name) && !this.taken.has(name)));
    for (const name of kept) this.taken.add(name);
    return names.map((name) => (kept.has(name) ? name : this.altered(name)));
  }

  private altered(name: string): string {
    const start = name.replace(/[^\p{L}\p{Nd}_]/gu, '_').replace(/^(?=\p{Nd})|^$/u, '_');
    const digits = createHash('sha256').update(name).digest('hex');
    let length = SUFFIX_DIGITS;
    let identifier: string;
    do {
      identifier = `${[...start].slice(0, MOST_CHARACTERS - length - 1).join('')}_${digits.slice(0, length)}`;
      length += 1;
    } while (this.taken.has(identifier));
    this.taken.add(identifier);
    return identifier;
  }
}

function isIdentifier(name: string): boolean {
  return IDENTIFIER.test(name) && name.length <= MOST_CHARACTERS;
}
