import { createHash } from 'node:crypto';
import { InvalidError, StaleStateError } from '../errors';
import { isJsonObject, type JsonObject, parseJson } from '../text/json-members';
import { parseAnswers } from '../text/lossless-json';
import { isSystemKey } from './instance-flattening';
import { assertElementName, assertElementText } from './instance-document';
import { parseValidationStatusUid, type ValidationStatusUid } from './validation-status';

/** Target of a bulk action, from its `payload` (contract-data 3.4). */
export type BulkSelection =
  | { readonly kind: 'ids'; readonly ids: readonly number[] }
  /** JSON text of a filter as in the submission list. `digest` of the ids that its user saw counted; undefined: any. */
  | { readonly kind: 'query'; readonly query: string; readonly digest?: string }
  | { readonly kind: 'all'; readonly digest?: string };

/** Bulk change of the validation status; null unsets it. */
export interface BulkValidationStatus {
  readonly selection: BulkSelection;
  readonly uid: ValidationStatusUid | null;
}

/** Bulk change of answers: path → text. */
export interface BulkEdit {
  readonly selection: BulkSelection;
  readonly answers: readonly (readonly [path: string, text: string])[];
}

const VALIDATION_STATUS_KEY = 'validation_status.uid';
/** Members of a payload besides its selection. */
const CHANGE_KEYS: readonly string[] = [VALIDATION_STATUS_KEY, 'data'];
/** Clients of KoboToolbox send it; it restricts nothing (contract-data 2.2). */
const PARTITION_KEY = '_userform_id';
const IDS_NOT_INTEGERS = '`submission_ids` must only contain integer values';

/** Paths that identify submission and form; edits of them are ignored (contract-data 3.5). */
const PROTECTED_PATH = /^(?:__version__|formhub|(?:[^/:]+:)?[mM][eE][tT][aA])(?:\/|$)/;
const IDENTIFYING = 'identifies the submission and can not be edited. Send answers to questions.';

/**
 * Parses a selection. An empty filter selects nothing; all submissions require `confirm`, without other members: a
 * misspelt selection must not become all.
 * @param payload an object, or its JSON text
 * @throws InvalidError for a payload without a selection, or with two
 */
export function readSelection(payload: unknown): BulkSelection {
  const { submission_ids: ids, query, confirm, ...others } = parsePayload(payload);
  const isFiltered = query !== undefined && query !== null && !isEmptyFilter(query);
  if (ids !== undefined && ids !== null) {
    if (isFiltered) throw new InvalidError('Send either `submission_ids` or `query`, not both.');
    return { kind: 'ids', ids: readIds(ids) };
  }
  if (isFiltered) return { kind: 'query', query: JSON.stringify(query) };
  const unknown = Object.keys(others).find((key) => !CHANGE_KEYS.includes(key));
  if (unknown !== undefined) {
    throw new InvalidError(
      `"${unknown.slice(0, 100)}" selects nothing. Send \`submission_ids\`, \`query\` or \`confirm\`.`,
    );
  }
  if (confirm === true || confirm === 'true') return { kind: 'all' };
  throw new InvalidError('Confirmation is required');
}

/** Digest of selected ids, by which a later selection is known to be the same. @param ids in ascending order */
export function selectionDigest(ids: readonly number[]): string {
  return createHash('sha256').update(ids.join()).digest('base64url');
}

const OTHERS_MATCH =
  'Other submissions match the filters than when this page was shown. Open the table again and repeat the change.';

/**
 * @param ids that the selection has now, in ascending order
 * @throws StaleStateError if its user saw others counted
 */
export function assertSameSelection(
  selection: BulkSelection,
  ids: readonly number[],
  message = OTHERS_MATCH,
): void {
  if (selection.kind === 'ids' || selection.digest === undefined) return;
  if (selection.digest !== selectionDigest(ids)) throw new StaleStateError(message);
}

/**
 * Parses a bulk status change; null unsets the status.
 * @throws InvalidError for a payload without a selection or with an unknown status
 */
export function readBulkValidationStatus(payload: unknown): BulkValidationStatus {
  const selection = readSelection(payload);
  const { [VALIDATION_STATUS_KEY]: uid } = parsePayload(payload);
  if (uid === undefined) throw new InvalidError('`validation_status.uid` is required');
  return { selection, uid: uid === null ? null : parseValidationStatusUid(uid) };
}

/** Parses the `change_id` of a status change. @throws InvalidError */
export function readStatusChange(id: unknown): number {
  const number = typeof id === 'string' && /^-?\d{1,16}$/.test(id) ? Number(id) : id;
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number;
  throw new InvalidError('Send the `change_id` that the change returned.');
}

/**
 * Parses a bulk edit. Paths that identify the submission are ignored.
 * @throws InvalidError for a payload without a selection or answers, and for answers that are not scalars
 */
export function readBulkEdit(payload: unknown): BulkEdit {
  const { data, query, ...rest } = parsePayload(payload, readAnswers);
  // The history retains replaced answers, so an empty filter may select all, as in the list.
  const selection = readSelection(isEmptyFilter(query) ? { confirm: true, ...rest } : payload);
  if (!isJsonObject(data) || isEmpty(data)) throw new InvalidError('`data` is required');
  const answers = Object.entries(data).filter(([path]) => !PROTECTED_PATH.test(path));
  const system = Object.keys(data).find((path) => isSystemKey(path.split('/', 1)[0]!));
  if (system !== undefined)
    throw new InvalidError(`"${system.slice(0, 100)}" is set by the service and can not be edited.`);
  if (answers.length === 0) throw new InvalidError(`"${Object.keys(data)[0]!.slice(0, 100)}" ${IDENTIFYING}`);
  return { selection, answers: answers.map(([path, value]) => [path, readAnswer(path, value)] as const) };
}

function readAnswers(payload: unknown): unknown {
  return parseJson(payload, (text) => parseAnswers(text, ['data']));
}

function readAnswer(path: string, value: unknown): string {
  // A document may lack the declaration of the prefix of a new node.
  if (path.includes(':'))
    throw new InvalidError(`"${path.slice(0, 100)}" is not a question path: questions have no prefix.`);
  for (const step of path.split('/')) assertElementName(step, path);
  if (value === null) return '';
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    throw new InvalidError(`The answer to "${path.slice(0, 100)}" is not a scalar. Send one value per path.`);
  }
  const text = String(value);
  assertElementText(text, path);
  return text;
}

function readIds(ids: unknown): number[] {
  if (!Array.isArray(ids)) throw new InvalidError(IDS_NOT_INTEGERS);
  if (ids.length === 0) throw new InvalidError('`submission_ids` must contain at least one value');
  return [...new Set(ids.map(readId))].sort((a, b) => a - b);
}

function readId(id: unknown): number {
  const number = typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id;
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) throw new InvalidError(IDS_NOT_INTEGERS);
  return number;
}

function parsePayload(payload: unknown, parse = parseJson): JsonObject {
  const value = typeof payload === 'string' ? parse(payload) : payload;
  if (!isJsonObject(value)) throw new InvalidError('Send an object, such as {"submission_ids":[1,2]}.');
  return value;
}

/** Whether a filter has no condition, so that it would select all: `{}`, `{"$and":[{}]}`, … */
function isEmptyFilter(query: unknown): boolean {
  return isJsonObject(query) && Object.entries(query).every(([key, value]) => isEmptyMember(key, value));
}

function isEmptyMember(key: string, value: unknown): boolean {
  if (key === PARTITION_KEY || excludesNothing(value)) return true;
  const filters: unknown[] = Array.isArray(value) ? value : [];
  if (key === '$and') return filters.length > 0 && filters.every(isEmptyFilter);
  return key === '$or' && filters.some(isEmptyFilter);
}

/** `{"$nin":[]}` holds for every submission. */
function excludesNothing(value: unknown): boolean {
  return isJsonObject(value) && Object.keys(value).length === 1 && isEmptyList(value['$nin']);
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}
