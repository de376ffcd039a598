import { InvalidError } from '../errors';
import { readFlagWord } from '../text/flag-word';

/** What an asset lets other assets have of its submissions: as it was sent, or nothing yet. */
export type DataSharing = Readonly<Record<string, unknown>>;

/** Paths of the questions that are let through; undefined lets all through. */
export type SharedFields = readonly string[] | undefined;

/**
 * Reads `data_sharing` of a change (contract-assets 2.5). All fields are kept as none: what is asked later is shared too.
 * @param questionPaths of the newest version
 * @throws InvalidError for what does not hold, all of it at once
 */
export function readDataSharing(sent: DataSharing, questionPaths: readonly string[]): DataSharing {
  if (Object.keys(sent).length === 0) return {};
  const { enabled, fields = [] } = sent;
  const errors = {
    ...(enabled === undefined && { enabled: ['The property is required'] }),
    ...(!Array.isArray(fields) && { fields: ['The property must be an array'] }),
  };
  if (Object.keys(errors).length > 0) throw new InvalidError({ data_sharing: errors });
  const asked = new Set<unknown>(fields as unknown[]);
  const known = new Set<unknown>(questionPaths);
  // A form without questions has none to hold the names against.
  const fits = (field: unknown): boolean => (known.size > 0 ? known.has(field) : typeof field === 'string');
  if (![...asked].every(fits)) {
    throw new InvalidError({ data_sharing: { fields: [invalidFields(questionPaths)] } });
  }
  const isAll = asked.size === known.size;
  return { ...sent, enabled: readEnabled(enabled), fields: isAll ? [] : [...asked] };
}

/** The same of a new asset, whose fields nobody looks up yet (contract-assets 2.3). */
export function readNewDataSharing(sent: DataSharing): DataSharing {
  return sent['enabled'] === undefined ? sent : { ...sent, enabled: readEnabled(sent['enabled']) };
}

/** A flag, also as a word; what is empty is none. @throws InvalidError for what could mean either */
function readEnabled(sent: unknown): boolean {
  const flag = readFlagWord(sent);
  if (typeof flag === 'boolean') return flag;
  const isEmpty =
    sent === null || sent === '' || (typeof sent === 'object' && Object.keys(sent).length === 0);
  if (isEmpty) return false;
  throw new InvalidError({ data_sharing: { enabled: ['Must be a valid boolean.'] } });
}

/** The sentence about fields that are none of those to choose from. */
export function invalidFields(choices: readonly string[]): string {
  return `Some fields are invalid, choices are: ${choices.map((path) => `\`${path}\``).join(',')}`;
}

export function isSharing({ enabled }: DataSharing): boolean {
  return enabled === true;
}

/** What the source lets through; of fields that are no list, none, and of a list what could name a question. */
export function sharedFields({ fields }: DataSharing): SharedFields {
  if (fields === undefined) return undefined;
  if (!Array.isArray(fields)) return [];
  return fields.length > 0 ? fields.filter((field) => typeof field === 'string') : undefined;
}

/** What two let through that restrict on their own; an empty list lets nothing through. */
export function inBoth(one: SharedFields, other: SharedFields): SharedFields {
  if (one === undefined) return other;
  if (other === undefined) return one;
  const others = new Set(other);
  return one.filter((path) => others.has(path));
}
