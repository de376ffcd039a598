import { InvalidError } from '../errors';
import { readFlagWord } from '../text/flag-word';

/** What an asset lets other assets have of its submissions: as it was sent, or nothing yet. */
export type DataSharing = Readonly<Record<string, unknown>>;

/** Paths of the questions that are let through; undefined lets all through. */
export type SharedFields = readonly string[] | undefined;

/**
 * Reads `data_sharing` (contract-assets 2.5). All fields are kept as none: what is asked later is shared too.
 * @param questionPaths of the newest version
 * @throws InvalidError for what does not hold
 */
export function readDataSharing(sent: DataSharing, questionPaths: readonly string[]): DataSharing {
  if (Object.keys(sent).length === 0) return {};
  const { enabled, fields = [] } = sent;
  if (enabled === undefined) throw refuse('enabled', 'The property is required');
  const flag = readFlagWord(enabled);
  if (typeof flag !== 'boolean') throw refuse('enabled', 'Must be a valid boolean.');
  if (!Array.isArray(fields)) throw refuse('fields', 'The property must be an array');
  const asked = new Set<unknown>(fields);
  const known = new Set<unknown>(questionPaths);
  if ([...asked].some((field) => !known.has(field))) throw refuse('fields', invalidFields(questionPaths));
  const isAll = questionPaths.every((path) => asked.has(path));
  return { ...sent, enabled: flag, fields: isAll ? [] : [...asked] };
}

/** The sentence about fields that are none of those to choose from. */
export function invalidFields(choices: readonly string[]): string {
  return `Some fields are invalid, choices are: ${choices.map((path) => `\`${path}\``).join(',')}`;
}

export function isSharing({ enabled }: DataSharing): boolean {
  return enabled === true;
}

/** What the source lets through. */
export function sharedFields({ fields }: DataSharing): SharedFields {
  return Array.isArray(fields) && fields.length > 0 ? fields.map(String) : undefined;
}

/** What two let through that restrict on their own; an empty list lets nothing through. */
export function inBoth(one: SharedFields, other: SharedFields): SharedFields {
  if (one === undefined) return other;
  return other === undefined ? one : one.filter((path) => other.includes(path));
}

function refuse(property: string, sentence: string): InvalidError {
  return new InvalidError({ data_sharing: { [property]: [sentence] } });
}
