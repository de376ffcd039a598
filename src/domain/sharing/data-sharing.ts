import { InvalidError } from '../errors';
import { parseBooleanFlag } from '../text/json-members';
import { type InstanceDocument, selectElements, writeElement } from '../submission/instance-document';
import type { AssetEvent } from '../audit/audit-action';

/** `data_sharing` of an asset, as sent by the client; `{}` by default. */
export type DataSharing = Readonly<Record<string, unknown>>;

/** Paths of the shared questions; undefined shares all, an empty list none. */
export type SharedFields = readonly string[] | undefined;

/**
 * Validates `data_sharing` of an asset update (contract-assets 2.5). A list of all fields is stored as an empty list, so that
 * questions added later are shared too. Stored fields stay valid when the form loses them, so that sharing can still be ended.
 * @param questionPaths of the latest version
 * @param stored settings so far
 * @throws InvalidError with all errors
 */
export function readDataSharing(
  sent: DataSharing,
  questionPaths: readonly string[],
  stored: DataSharing = {},
): DataSharing {
  if (Object.keys(sent).length === 0) return {};
  const { enabled, fields = [] } = sent;
  const errors = {
    ...misspeltFields(sent),
    ...(enabled === undefined && { enabled: ['The property is required'] }),
    ...(!Array.isArray(fields) && { fields: ['The property must be an array'] }),
  };
  if (Object.keys(errors).length > 0) throw new InvalidError({ data_sharing: errors });
  const selected = new Set<unknown>(fields as unknown[]);
  const formPaths = new Set<unknown>(questionPaths);
  const validPaths = new Set<unknown>([...questionPaths, ...(sharedFields(stored) ?? [])]);
  // Without questions there is nothing to validate the paths against.
  const isValid = (field: unknown): boolean =>
    formPaths.size > 0 ? validPaths.has(field) : typeof field === 'string';
  if (![...selected].every(isValid)) {
    throw new InvalidError({ data_sharing: { fields: [invalidFieldsMessage(questionPaths)] } });
  }
  const isAll = selected.size === formPaths.size && [...selected].every((field) => formPaths.has(field));
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

/** Selected questions that a form has no longer at their paths. @param questionPaths of the form */
export function lostFields(sharing: DataSharing, questionPaths: readonly string[]): readonly string[] {
  const paths = new Set(questionPaths);
  return (sharedFields(sharing) ?? []).filter((field) => !paths.has(field));
}

/** Intersects two restrictions; undefined is no restriction. */
export function intersectFields(one: SharedFields, other: SharedFields): SharedFields {
  if (one === undefined) return other;
  if (other === undefined) return one;
  const others = new Set(other);
  return one.filter((path) => others.has(path));
}

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>';

/** Start and end of the XML file around the submissions. */
export const PAIRED_FRAME = { head: `${DECLARATION}<root>`, tail: '</root>' } as const;

/** Renders a submission for forms of other projects: root `data`, shared fields only (contract-data 8.2). */
export function pairedXml(document: InstanceDocument, fields: SharedFields): string {
  const { root } = fields === undefined ? document : selectElements(document, isOneOf(fields));
  return writeElement({ ...root, name: 'data' });
}

function isOneOf(fields: readonly string[]): (path: string) => boolean {
  const paths = new Set(fields);
  return (path) => paths.has(path);
}

/**
 * Parses the file name of paired data: letters, digits, `-` and `_`, at most 200, then `.xml`.
 * @param sent with or without the extension
 * @throws InvalidError on the field `filename`
 */
export function readPairedFilename(sent: string): string {
  const invalid = (message: string): InvalidError => InvalidError.at('filename', message);
  const [, stem = sent, extension = ''] = /^(.*?)(\.[^.]*)?$/s.exec(sent) ?? [];
  if (sent === '') throw invalid('This field may not be blank.');
  if (extension !== '' && extension.toLowerCase() !== '.xml') throw invalid('Extension must be `xml`');
  if (!/^[A-Za-z0-9_-]+$/.test(stem)) throw invalid('Only letters, numbers and `-` are allowed');
  if (stem.length > 200) throw invalid('Ensure this field has no more than 200 characters.');
  return `${stem}.xml`;
}

/** Audit event for a change of data sharing; undefined if nothing changed. */
export function sharingEvent(before: DataSharing, after: DataSharing): AssetEvent | undefined {
  const [old, now] = [before, after].map((each) => sharedFields(each) ?? []) as [string[], string[]];
  if (isSharing(before) !== isSharing(after)) {
    return isSharing(after)
      ? { action: 'enable-sharing', metadata: { shared_fields: { added: now } } }
      : { action: 'disable-sharing' };
  }
  if (!isSharing(after) || JSON.stringify(old) === JSON.stringify(now)) return undefined;
  const [added, removed] = [difference(now, old), difference(old, now)];
  return { action: 'modify-sharing', metadata: { shared_fields: { added, removed } } };
}

function difference(fields: readonly string[], others: readonly string[]): string[] {
  const excluded = new Set(others);
  return fields.filter((field) => !excluded.has(field));
}
