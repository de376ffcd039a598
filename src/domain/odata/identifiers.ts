import { hash } from 'node:crypto';

const IDENTIFIER = /^[\p{L}_][\p{L}\p{Nd}_]*$/u;
/** OData allows 128; shorter, since URLs have limits too. */
const MAX_CHARACTERS = 60;
const SUFFIX_DIGITS = 6;

/**
 * Allocates unique OData identifiers: letters, digits and `_` (contract-odata 2). An invalid or taken name gets a suffix from
 * its hash, which is stable when other questions are added or removed.
 */
export class Identifiers {
  private readonly taken: Set<string>;

  constructor(reserved: readonly string[] = []) {
    this.taken = new Set(reserved);
  }

  /** Allocates identifiers for distinct names; valid ones have precedence. */
  claim(names: readonly string[]): string[] {
    const valid = new Set(names.filter((name) => isIdentifier(name) && !this.taken.has(name)));
    for (const name of valid) this.taken.add(name);
    return names.map((name) => (valid.has(name) ? name : this.withSuffix(name)));
  }

  private withSuffix(name: string): string {
    const start = name.replace(/[^\p{L}\p{Nd}_]/gu, '_').replace(/^(?=\p{Nd})|^$/u, '_');
    const digits = hash('sha256', name);
    let length = SUFFIX_DIGITS;
    let identifier: string;
    do {
      identifier = `${[...start].slice(0, MAX_CHARACTERS - length - 1).join('')}_${digits.slice(0, length)}`;
      length += 1;
    } while (this.taken.has(identifier));
    this.taken.add(identifier);
    return identifier;
  }
}

/** Whether a name is a valid identifier, of at most 60 characters. */
export function isIdentifier(name: string): boolean {
  return IDENTIFIER.test(name) && name.length <= MAX_CHARACTERS;
}
