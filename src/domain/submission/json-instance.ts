import { InvalidError } from '../errors';
import {
  assertElementName,
  assertElementText,
  type InstanceElement,
  type InstanceLimits,
  findChildByLocalName,
  type InstanceDocument,
  isBlank,
  INSTANCE_LIMITS,
} from './instance-document';
import { isJsonObject, type JsonObject } from '../text/json-members';
import { isSystemKey } from './instance-flattening';

const ORX = 'http://openrosa.org/xforms';

class SizeBudget {
  private nodes = 1;
  private pathCharacters = 0;

  constructor(private readonly limits: InstanceLimits) {}

  spend(depth: number, path: string): void {
    this.nodes += 1;
    this.pathCharacters += path.length;
    const { limits } = this;
    if (depth > limits.depth || this.nodes > limits.nodes || this.pathCharacters > limits.pathCharacters) {
      throw new InvalidError(
        'The submission has too many answers, too many levels or too long names. Send it in smaller parts.',
      );
    }
  }
}

/** Builds an instance tree; groups are indexed by name, so that keys may come in any order. */
class InstanceBuilder implements InstanceElement {
  readonly attributes: Record<string, string> = Object.create(null) as Record<string, string>;
  readonly children: InstanceBuilder[] = [];
  text = '';
  private readonly byName = new Map<string, InstanceBuilder>();
  private readonly repeatNames = new Set<string>();

  private constructor(
    readonly name: string,
    private readonly depth: number,
    private readonly budget: SizeBudget,
    private readonly path: string,
  ) {}

  static root(name: string, limits: InstanceLimits): InstanceBuilder {
    return new InstanceBuilder(name, 1, new SizeBudget(limits), '');
  }

  group(name: string): InstanceBuilder {
    const existing = this.byName.get(name);
    if (existing === undefined) return this.appendUnique(name);
    if (existing.text !== '') throw existing.duplicateError();
    return existing;
  }

  addRepeatInstance(name: string): InstanceBuilder {
    const existing = this.byName.get(name);
    if (existing !== undefined) throw existing.duplicateError();
    this.repeatNames.add(name);
    return this.append(name);
  }

  addAnswer(name: string, text: string): void {
    const existing = this.byName.get(name);
    if (existing !== undefined) throw existing.duplicateError();
    this.appendUnique(name).setText(text);
  }

  setText(text: string): void {
    if (this.children.length > 0) throw this.duplicateError();
    assertElementText(text, this.path);
    this.text = text;
  }

  private appendUnique(name: string): InstanceBuilder {
    const child = this.append(name);
    if (this.repeatNames.has(name)) throw child.duplicateError();
    this.byName.set(name, child);
    return child;
  }

  private append(name: string): InstanceBuilder {
    const path = this.path === '' ? name : `${this.path}/${name}`;
    assertElementName(name, path);
    this.budget.spend(this.depth + 1, path);
    if (this.text !== '') throw this.duplicateError();
    const child = new InstanceBuilder(name, this.depth + 1, this.budget, path);
    if (name.startsWith('orx:') && this.attributes['xmlns:orx'] === undefined)
      child.attributes['xmlns:orx'] = ORX;
    this.children.push(child);
    return child;
  }

  private duplicateError(): InvalidError {
    return new InvalidError(`"${this.path.slice(0, 100)}" is given twice. Send each answer under one key.`);
  }
}

/** Target form of a JSON submission. */
export interface InstanceForm {
  readonly rootName: string;
  readonly formId: string;
  /** `version` attribute of the root. */
  readonly version?: string;
  /** Written as `formhub/uuid` unless the JSON has one. */
  readonly formUuid?: string;
  /** Written as `__version__` unless the JSON has one. */
  readonly versionUid?: string;
  /** Written as `meta/instanceID`, with its `uuid:`, unless the JSON has one. */
  readonly instanceId?: string;
}

/**
 * Builds an instance from a JSON submission (contract-data 4.3, decision 18). Groups are nested objects or flat keys
 * `group/question`; lists of scalars are joined by a space; lists of objects are repeats with full or relative keys.
 * Null, '' and white space are no answers. System keys (`_id`, `_uuid`, …) are ignored, so that a submission read from
 * the API can be sent back.
 * @throws InvalidError that names the invalid key
 */
export function jsonToInstance(json: unknown, form: InstanceForm): InstanceDocument {
  if (!isJsonObject(json)) throw new InvalidError('Send the submission as a JSON object of answers.');
  const root = InstanceBuilder.root(form.rootName, INSTANCE_LIMITS);
  if (form.formUuid !== undefined && !hasKey(json, 'formhub', 'uuid')) {
    addValue(root, '', 'formhub/uuid', form.formUuid);
  }
  for (const [key, value] of Object.entries(json)) {
    if (!key.startsWith('_') || !isSystemKey(key)) addValue(root, '', key, value);
  }
  if (form.versionUid !== undefined && findChildByLocalName(root, '__version__') === undefined) {
    addValue(root, '', '__version__', form.versionUid);
  }
  const meta = findChildByLocalName(root, 'meta');
  if (form.instanceId !== undefined && (meta === undefined || !findChildByLocalName(meta, 'instanceid'))) {
    addValue(root, '', `${meta?.name ?? 'meta'}/instanceID`, form.instanceId);
  }
  root.attributes['id'] = form.formId;
  if (form.version !== undefined) root.attributes['version'] = form.version;
  return { root };
}

function hasKey(json: JsonObject, group: string, question: string): boolean {
  const nested = json[group];
  return (
    Object.hasOwn(json, `${group}/${question}`) || (isJsonObject(nested) && Object.hasOwn(nested, question))
  );
}

/** Adds the value of one key below `parent`, whose full path is `path`. */
function addValue(parent: InstanceBuilder, path: string, key: string, value: unknown): void {
  const steps = key.split('/');
  const name = steps.pop()!;
  let group: InstanceBuilder | undefined;
  const target = (): InstanceBuilder => (group ??= steps.reduce((inner, step) => inner.group(step), parent));
  const fullPath = path === '' ? key : `${path}/${key}`;

  if (isJsonObject(value)) {
    if (Object.keys(value).length > 0) addMembers(target().group(name), fullPath, value);
  } else if (Array.isArray(value) && value.some(isJsonObject)) {
    const prefix = fullPath + '/';
    for (const item of value) addRepeatInstance(target(), name, fullPath, prefix, item);
  } else {
    const texts = (Array.isArray(value) ? value : [value]).map((each) => scalarToText(each, fullPath));
    const text = texts.filter((each) => each !== '').join(' ');
    if (!isBlank(text)) target().addAnswer(name, text);
  }
}

function addMembers(group: InstanceBuilder, path: string, object: JsonObject): void {
  for (const [key, value] of Object.entries(object)) addValue(group, path, key, value);
}

/** Adds one repeat instance. The repeat's own path as a key is the text of a duplicate node. */
function addRepeatInstance(
  parent: InstanceBuilder,
  name: string,
  path: string,
  prefix: string,
  item: unknown,
): void {
  if (!isJsonObject(item)) {
    throw new InvalidError(
      `"${truncatePath(path)}" mixes objects and plain values. Send a list of one kind.`,
    );
  }
  const instance = parent.addRepeatInstance(name);
  for (const [key, value] of Object.entries(item)) {
    if (key === path) instance.setText(scalarToText(value, path));
    else addValue(instance, path, key.startsWith(prefix) ? key.slice(prefix.length) : key, value);
  }
}

function scalarToText(value: unknown, path: string): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'boolean':
      return String(value);
    default:
      if (value === null || value === undefined) return '';
      throw new InvalidError(
        `"${truncatePath(path)}" is a list inside a list. Send text, or a list of text.`,
      );
  }
}

function truncatePath(path: string): string {
  return path.slice(0, 100);
}
