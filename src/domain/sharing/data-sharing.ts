import { InvalidError } from '../errors';
import { parseBooleanFlag } from '../text/boolean-flag';

/** `data_sharing` of an asset, as sent by the client; `{}` by default. */
export type DataSharing = Readonly<Record<string, unknown>>;

/** Paths of the shared questions; undefined shares all, an empty list none. */
export type SharedFields = readonly string[] | undefined;

/**
 * Validates `data_sharing` of an asset update (contract-assets 2.5). A list of all fields is stored as an empty list, so that
 * questions added later are shared too.
 * @param questionPaths of the latest version
 * @throws InvalidError with all errors
 */
export function readDataSharing(sent: DataSharing, questionPaths: readonly string[]): DataSharing {
  if (Object.keys(sent).length === 0) return {};
  const { enabled, fields = [] } = sent;
  const errors = {
    ...misspeltFields(sent),
    ...(enabled === undefined && { enabled: ['The property is required'] }),
    ...(!Array.isArray(fields) && { fields: ['The property must be an array'] }),
  };
  if (Object.keys(errors).length > 0) throw new InvalidError({ data_sharing: errors });
  const selected = new Set<unknown>(fields as unknown[]);
  const validPaths = new Set<unknown>(questionPaths);
  // Without questions there is nothing to validate the paths against.
  const isValid = (field: unknown): boolean =>
    validPaths.size > 0 ? validPaths.has(field) : typeof field === 'string';
  if (![...selected].every(isValid)) {
    throw new InvalidError({ data_sharing: { fields: [invalidFieldsMessage(questionPaths)] } });
  }
  const isAll = selected.size === validPaths.size;
  return { ...sent, enabled: readEnabled(enabled), fields: isAll ? [] : [...selected] };
}

/** Validates `data_sharing` of a new asset, whose fields cannot be checked yet (contract-assets 2.3). @throws InvalidError */
export function readNewDataSharing(sent: DataSharing): DataSharing {
  const errors = misspeltFields(sent);
  if (errors !== undefined) throw new InvalidError({ data_sharing: errors });
  return sent['enabled'] === undefined ? sent : { ...sent, enabled: readEnabled(sent['enabled']) };
}

/** Error of another member in place of `fields`: a misspelt restriction must not share all. */
function misspeltFields({ enabled: _, ...others }: DataSharing): Record<string, string[]> | undefined {
  const [unknown] = Object.keys(others);
  if (unknown === undefined || 'fields' in others) return undefined;
  return { [unknown]: ['Unknown property. Send `fields` with the questions to share, or [] for all.'] };
}

/** Parses a boolean or its word; empty values are false. */
function readEnabled(sent: unknown): boolean {
  const flag = parseBooleanFlag(sent);
  if (typeof flag === 'boolean') return flag;
  const isEmpty =
    sent === null || sent === '' || (typeof sent === 'object' && Object.keys(sent).length === 0);
  if (isEmpty) return false;
  throw new InvalidError({ data_sharing: { enabled: ['Must be a valid boolean.'] } });
}

/** Error message for unknown fields. */
export function invalidFieldsMessage(choices: readonly string[]): string {
  return `Some fields are invalid, choices are: ${choices.map((path) => `\`${path}\``).join(',')}`;
}

/** True if data sharing is enabled. */
export function isSharing({ enabled }: DataSharing): boolean {
  return enabled === true;
}

/** Fields shared by the source; none if `fields` is not a list. */
export function sharedFields({ fields }: DataSharing): SharedFields {
  if (fields === undefined) return undefined;
  if (!Array.isArray(fields)) return [];
  return fields.length > 0 ? fields.filter((field) => typeof field === 'string') : undefined;
}

/** Intersects two restrictions; undefined is no restriction. */
export function intersectFields(one: SharedFields, other: SharedFields): SharedFields {
  if (one === undefined) return other;
  if (other === undefined) return one;
  const others = new Set(other);
  return one.filter((path) => others.has(path));
}
