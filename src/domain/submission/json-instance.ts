import { InvalidError } from '../errors';
import { childCalled, type InstanceDocument, isBlank } from './instance-document';
import { InstanceDraft } from './instance-draft';
import { INSTANCE_LIMITS } from './instance-limits';
import { isSystemKey } from './system-key';

/** The form that a submission in JSON is meant for. */
export interface InstanceForm {
  /** Name of the root element. */
  readonly rootName: string;
  readonly formId: string;
  /** The root's `version` attribute. */
  readonly version?: string;
  /** Written as `formhub/uuid` unless the JSON has one. */
  readonly formUuid?: string;
  /** Written as `__version__` unless the JSON has one. */
  readonly versionUid?: string;
  /** Written as `meta/instanceID`, with its `uuid:`, unless the JSON has one. */
  readonly instanceId?: string;
}

/**
 * Builds an instance from the JSON of a submission: groups as nested objects, or flat keys `group/question`, or both;
 * lists of plain values joined by a blank; lists of objects as repeats, whose keys are full paths or begin at the repeat
 * (contract-data 4.3, decision 18). Null, '' and white space alone are no answers. What a read submission has beside its
 * answers (`_id`, `_uuid`, …) is passed over, so what was read can be sent.
 * @throws InvalidError with one sentence that names the key at fault.
 */
export function jsonToInstance(json: unknown, form: InstanceForm): InstanceDocument {
  if (!isObject(json)) throw new InvalidError('Send the submission as a JSON object of answers.');
  const root = InstanceDraft.root(form.rootName, INSTANCE_LIMITS);
  if (form.formUuid !== undefined && !hasAnswer(json, 'formhub', 'uuid')) {
    answer(root, '', 'formhub/uuid', form.formUuid);
  }
  for (const [key, value] of Object.entries(json)) {
    if (!key.startsWith('_') || !isSystemKey(key)) answer(root, '', key, value);
  }
  if (form.versionUid !== undefined && childCalled(root, '__version__') === undefined) {
    answer(root, '', '__version__', form.versionUid);
  }
  const meta = childCalled(root, 'meta');
  if (form.instanceId !== undefined && (meta === undefined || !childCalled(meta, 'instanceid'))) {
    answer(root, '', `${meta?.name ?? 'meta'}/instanceID`, form.instanceId);
  }
  root.attributes['id'] = form.formId;
  if (form.version !== undefined) root.attributes['version'] = form.version;
  return { root };
}

function hasAnswer(json: Record<string, unknown>, group: string, question: string): boolean {
  const nested = json[group];
  return Object.hasOwn(json, `${group}/${question}`) || (isObject(nested) && Object.hasOwn(nested, question));
}

/** Puts the value of one key below `parent`, whose full path is `path`. */
function answer(parent: InstanceDraft, path: string, key: string, value: unknown): void {
  const steps = key.split('/');
  const name = steps.pop()!;
  let group: InstanceDraft | undefined;
  const place = (): InstanceDraft => (group ??= steps.reduce((inner, step) => inner.group(step), parent));
  const fullPath = path === '' ? key : `${path}/${key}`;

  if (isObject(value)) {
    if (Object.keys(value).length > 0) members(place().group(name), fullPath, value);
  } else if (Array.isArray(value) && value.some(isObject)) {
    const prefix = fullPath + '/';
    for (const item of value) repetition(place(), name, fullPath, prefix, item);
  } else {
    const texts = (Array.isArray(value) ? value : [value]).map((each) => plain(each, fullPath));
    const text = texts.filter((each) => each !== '').join(' ');
    if (!isBlank(text)) place().answer(name, text);
  }
}

function members(group: InstanceDraft, path: string, object: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(object)) answer(group, path, key, value);
}

/** One copy of a repeat. A key that is the repeat's own path gives the text of a node that merely occurs twice. */
function repetition(parent: InstanceDraft, name: string, path: string, prefix: string, item: unknown): void {
  if (!isObject(item)) {
    throw new InvalidError(`"${shown(path)}" mixes objects and plain values. Send a list of one kind.`);
  }
  const copy = parent.copy(name);
  for (const [key, value] of Object.entries(item)) {
    if (key === path) copy.setText(plain(value, path));
    else answer(copy, path, key.startsWith(prefix) ? key.slice(prefix.length) : key, value);
  }
}

function plain(value: unknown, path: string): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'boolean':
      return String(value);
    default:
      if (value === null || value === undefined) return '';
      throw new InvalidError(`"${shown(path)}" is a list inside a list. Send text, or a list of text.`);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(path: string): string {
  return path.slice(0, 100);
}
