import type { EntityNode } from './entity-node';

export interface EntityKey {
  readonly listId: number;
  readonly uuid: string;
}

export type EntityData = Readonly<Record<string, string>>;

/** `soft`: a version in between changed other properties; `hard`: the same ones. */
export type EntityConflict = 'soft' | 'hard';

/** State of an entity, in the table of the current state and in each version. */
export interface EntityVersion {
  /** From 1. */
  readonly version: number;
  readonly label: string;
  readonly data: EntityData;
  /** Series of offline changes that made the version; null for any other change. */
  readonly branchId: string | null;
  /** `baseVersion` that the device sent with it: its number within the branch, minus one. */
  readonly branchBase: number | null;
}

export interface EntityState {
  readonly isDeleted: boolean;
  readonly conflict: EntityConflict | null;
  /** Oldest first, without gaps: all, or those since the one that the device of a change received. */
  readonly versions: readonly EntityVersion[];
}

/** A checked change of one entity. */
export interface EntityChange {
  readonly uuid: string;
  readonly creates: boolean;
  readonly updates: boolean;
  /** '' keeps the label; never '' if the change creates only. */
  readonly label: string;
  readonly data: EntityData;
  readonly baseVersion: number | null;
  readonly trunkVersion: number | null;
  readonly branchId: string | null;
}

export interface NewEntityVersion extends EntityVersion {
  /** Version of the server that the change is based on; null for a creation. */
  readonly baseVersion: number | null;
  readonly trunkVersion: number | null;
  /** State of the entity after the change. */
  readonly conflict: EntityConflict | null;
  /** Properties, or `label`, that both this change and a version since its base changed. */
  readonly conflicting: readonly string[];
}

export const ENTITY_PROBLEMS = [
  'id_missing',
  'label_missing',
  'version_missing',
  'list_unknown',
  'property_unknown',
  'exists',
  'entity_unknown',
  'entity_deleted',
  'version_unknown',
  'waiting',
  'unapproved',
] as const;
export type EntityProblem = (typeof ENTITY_PROBLEMS)[number];

export type EntityDecision =
  | { readonly kind: 'create' | 'update'; readonly version: NewEntityVersion }
  /** `waiting`: an earlier change of the same branch has not arrived yet. `unapproved`: its submission is not approved. */
  | { readonly kind: 'refuse'; readonly problem: EntityProblem };

const UUID = /^(?:uuid:)?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i;
const NUMBER = /^[0-9]{1,9}$/;

/** Returns the uuid in lower case, without a scheme; undefined for any other text. */
export function readEntityUuid(text: string): string | undefined {
  return UUID.exec(text.trim())?.[1]?.toLowerCase();
}

/** Checks an entity of a submission, apart from its list and its present state. */
export function readEntityChange(node: EntityNode): EntityChange | EntityProblem {
  const uuid = readEntityUuid(node.id);
  if (uuid === undefined) return 'id_missing';
  if (!node.updates && node.label === '') return 'label_missing';
  const baseVersion = versionOf(node.baseVersion);
  if (!node.creates && baseVersion === null) return 'version_missing';
  return {
    uuid,
    creates: node.creates,
    updates: node.updates,
    label: node.label,
    data: node.data,
    baseVersion,
    trunkVersion: versionOf(node.trunkVersion),
    branchId: readEntityUuid(node.branchId) ?? null,
  };
}

/** Number of the version that the device of a change received; null if it received none. */
export function receivedVersion({
  baseVersion,
  trunkVersion,
  branchId,
}: Pick<EntityChange, 'baseVersion' | 'trunkVersion' | 'branchId'>): number | null {
  return branchId === null ? baseVersion : (trunkVersion ?? 1);
}

function versionOf(text: string): number | null {
  return NUMBER.test(text) && Number(text) > 0 ? Number(text) : null;
}

/**
 * Applies a change to the present state (ODK Entities specification). Creates if absent; a change that may do both updates
 * what exists. Changes of an offline branch are applied in the order of the device, in whatever order they arrive.
 * @param state undefined: the list has no such entity
 * @param needsApproval whether the submission must be approved before it creates entities
 */
export function applyEntityChange(
  state: EntityState | undefined,
  change: EntityChange,
  needsApproval = false,
): EntityDecision {
  const { creates, updates, branchId, trunkVersion, baseVersion } = change;
  if (state === undefined) {
    if (creates && needsApproval) return { kind: 'refuse', problem: 'unapproved' };
    if (creates) return createEntity(change);
    // Created offline: the submission that creates it is still on its way.
    const isWaiting = branchId !== null && trunkVersion === null;
    return { kind: 'refuse', problem: isWaiting ? 'waiting' : 'entity_unknown' };
  }
  if (state.isDeleted) return { kind: 'refuse', problem: 'entity_deleted' };
  if (!updates) return { kind: 'refuse', problem: 'exists' };
  if (baseVersion === null) return { kind: 'refuse', problem: 'version_missing' };
  const base = findBase(state.versions, change);
  if (base === undefined) {
    const isWaiting = branchId !== null && !isFirstOfBranch(change);
    return { kind: 'refuse', problem: isWaiting ? 'waiting' : 'version_unknown' };
  }
  return { kind: 'update', version: nextVersion(state, base, change) };
}

function createEntity({ label, data, branchId, baseVersion, trunkVersion }: EntityChange): EntityDecision {
  if (label === '') return { kind: 'refuse', problem: 'label_missing' };
  const version = { version: 1, label, data, branchId, branchBase: baseVersion };
  return {
    kind: 'create',
    version: { ...version, baseVersion: null, trunkVersion, conflict: null, conflicting: [] },
  };
}

/** Version of the server that the change builds upon; undefined if it has not arrived or never will. */
function findBase(versions: readonly EntityVersion[], change: EntityChange): EntityVersion | undefined {
  const { branchId, baseVersion } = change;
  if (branchId === null || isFirstOfBranch(change)) {
    return versions.find(({ version }) => version === baseVersion);
  }
  return versions.find((each) => each.branchId === branchId && each.branchBase === baseVersion! - 1);
}

/** The first change builds upon the version that the device received, or upon its own creation of the entity. */
export function isFirstOfBranch({ baseVersion, trunkVersion }: EntityChange): boolean {
  return baseVersion === (trunkVersion ?? 1);
}

function nextVersion(
  { versions, conflict }: EntityState,
  base: EntityVersion,
  { label: sentLabel, data, branchId, baseVersion, trunkVersion }: EntityChange,
): NewEntityVersion {
  const current = versions.at(-1)!;
  const label = sentLabel === '' ? current.label : sentLabel;
  const version = {
    version: current.version + 1,
    label,
    data: { ...current.data, ...data },
    branchId,
    branchBase: branchId === null ? null : baseVersion,
    baseVersion: base.version,
    trunkVersion,
  };
  const foreign = foreignVersions(versions, base, { branchId, trunkVersion });
  if (foreign.length === 0) return { ...version, conflict, conflicting: [] };
  const sent: EntityData = sentLabel === '' ? data : { ...data, label: sentLabel };
  const conflicting = conflictingProperties(versions, foreign, sent);
  // A hard conflict stays one until a person resolves it.
  const kind = conflicting.length > 0 || conflict === 'hard' ? 'hard' : 'soft';
  return { ...version, conflict: kind, conflicting };
}

/**
 * Versions that the device did not know: of others, since it received the entity. That the change follows its predecessor
 * of the branch does not matter: the device saw neither.
 */
function foreignVersions(
  versions: readonly EntityVersion[],
  base: EntityVersion,
  { branchId, trunkVersion }: Pick<EntityChange, 'branchId' | 'trunkVersion'>,
): EntityVersion[] {
  const known = branchId === null ? base.version : (trunkVersion ?? 1);
  return versions.filter((each) => each.version > known && (branchId === null || each.branchId !== branchId));
}

/** Properties that one of these versions changed, and that the change sets to another value than the current one. */
function conflictingProperties(
  versions: readonly EntityVersion[],
  foreign: readonly EntityVersion[],
  sent: EntityData,
): string[] {
  const current = valuesOf(versions.at(-1)!);
  const isChanged = (name: string): boolean =>
    foreign.some((each) => {
      const before = versions.find(({ version }) => version === each.version - 1);
      return before !== undefined && valueOf(valuesOf(before), name) !== valueOf(valuesOf(each), name);
    });
  return Object.keys(sent)
    .filter((name) => valueOf(current, name) !== sent[name] && isChanged(name))
    .sort();
}

/** No property is named `label`: the name is reserved. */
function valuesOf({ data, label }: EntityVersion): EntityData {
  return { ...data, label };
}

/** '' if absent: properties may be named as members of every object. */
export function valueOf(data: EntityData, name: string): string {
  return Object.hasOwn(data, name) ? data[name]! : '';
}

const PROPERTY_NAME = /^[\p{L}_][\p{L}\p{M}\p{N}_.-]*$/u;
const MAX_NAME_LENGTH = 200;

/** Returns what is wrong with the name of a list; undefined if nothing is. */
export function listNameProblem(name: string): string | undefined {
  if (name.startsWith('__')) return 'Names that begin with "__" are reserved. Use another name.';
  if (name.length <= MAX_NAME_LENGTH && PROPERTY_NAME.test(name) && !name.includes('.')) return undefined;
  return 'Begin with a letter or "_" and use letters, digits, "_" and "-" only, at most 200.';
}

/** Of a list: each is a column of a file that phones read. */
export const MAX_PROPERTIES = 1_000;

/** Returns what is wrong with the name of a property; undefined if nothing is. */
export function propertyNameProblem(name: string): string | undefined {
  if (['name', 'label'].includes(name.toLowerCase())) return `Every entry has "${name}". Use another name.`;
  if (name.startsWith('__')) return 'Names that begin with "__" are reserved. Use another name.';
  if (name.length <= MAX_NAME_LENGTH && PROPERTY_NAME.test(name)) return undefined;
  return 'Begin with a letter or "_" and use letters, digits, "_", "-" and "." only, at most 200.';
}
