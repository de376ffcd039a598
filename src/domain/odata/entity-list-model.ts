import { csdlDocument, csdlElement, NAMESPACE } from './csdl';
import type { EdmType, EntityProperty } from './edm-value';
import { CONTAINER, type EntityModel, type EntitySet, Identifiers } from './entity-model';

/** Entity set of a list, with the names of ODK Central: `__id`, `label`, `__system` and the properties. */
export const LIST_SET = 'Entities';
const KEY = '__id';
const SYSTEM = '__system';

const SYSTEM_TYPES = {
  createdAt: 'Edm.DateTimeOffset',
  creatorId: 'Edm.String',
  creatorName: 'Edm.String',
  updates: 'Edm.Int64',
  updatedAt: 'Edm.DateTimeOffset',
  version: 'Edm.Int64',
  conflict: 'Edm.String',
} as const satisfies Readonly<Record<string, EdmType>>;
type SystemName = keyof typeof SYSTEM_TYPES;
const SYSTEM_NAMES = Object.keys(SYSTEM_TYPES) as SystemName[];

/** Entity as it is written. */
export interface ListedEntity {
  readonly uuid: string;
  readonly label: string;
  readonly version: number;
  readonly data: Readonly<Record<string, string>>;
  readonly conflict: string | null;
  /** Username; null if anonymous. */
  readonly createdBy: string | null;
  readonly dateCreated: Date;
  readonly dateModified: Date;
}

export interface ListModel extends EntityModel {
  readonly set: EntitySet;
  /** Names of the list's properties by identifier. */
  readonly names: ReadonlyMap<string, string>;
}

/** Model of a list. A property whose name is no OData identifier gets a similar one. */
export function listModel(properties: readonly string[]): ListModel {
  const identifiers = new Identifiers([KEY, 'label', SYSTEM, LIST_SET, CONTAINER]).claim(properties);
  const system = SYSTEM_NAMES.map((name): EntityProperty => {
    // Both are the username: numbers of accounts mean nothing to others.
    const isCreator = name === 'creatorId' || name === 'creatorName';
    const path = `${SYSTEM}/${name}`;
    return isCreator
      ? { name: path, field: { source: 'column', column: 'submittedBy', type: 'Edm.String' } }
      : answerProperty(path, path, SYSTEM_TYPES[name]);
  });
  const set: EntitySet = {
    name: LIST_SET,
    chains: [],
    parent: undefined,
    navigations: [],
    properties: [
      answerProperty(KEY, KEY),
      answerProperty('label', 'label'),
      ...system,
      ...properties.map((name, index) => answerProperty(identifiers[index]!, name)),
    ],
  };
  return { sets: [set], set, names: new Map(identifiers.map((name, index) => [name, properties[index]!])) };
}

function answerProperty(name: string, path: string, type: EdmType = 'Edm.String'): EntityProperty {
  return { name, field: { source: 'answer', of: 'submission', paths: [path], type } };
}

/** `$select` with the members of `__system` in its place. */
export function expandSystem(select: string): string {
  return select
    .split(',')
    .map((name) => name.trim())
    .flatMap((name) => (name === SYSTEM ? SYSTEM_NAMES.map((each) => `${SYSTEM}/${each}`) : [name]))
    .join(',');
}

/** Serializes an entity, without braces. @param selected properties of the set */
export function entityMembers(
  entity: ListedEntity,
  selected: readonly EntityProperty[],
  names: ListModel['names'],
): string {
  const isSystem = ({ name }: EntityProperty): boolean => name.startsWith(`${SYSTEM}/`);
  const values = systemValues(entity);
  const system = selected
    .filter(isSystem)
    .map(({ name }) => name.slice(SYSTEM.length + 1) as SystemName)
    .map((name) => `${JSON.stringify(name)}:${JSON.stringify(values[name])}`);
  const valueOf = (name: string): string | null => {
    if (name === KEY) return entity.uuid;
    if (name === 'label') return entity.label;
    const property = names.get(name)!;
    return Object.hasOwn(entity.data, property) ? entity.data[property]! : null;
  };
  const others = selected
    .filter((each) => !isSystem(each))
    .map(({ name }) => `${JSON.stringify(name)}:${JSON.stringify(valueOf(name))}`);
  const head = others.slice(0, 2);
  return [
    ...head,
    ...(system.length === 0 ? [] : [`"${SYSTEM}":{${system.join(',')}}`]),
    ...others.slice(2),
  ].join(',');
}

function systemValues(entity: ListedEntity): Readonly<Record<SystemName, string | number | null>> {
  const { version, conflict, createdBy, dateCreated, dateModified } = entity;
  return {
    createdAt: dateCreated.toISOString(),
    creatorId: createdBy,
    creatorName: createdBy,
    updates: version - 1,
    updatedAt: version === 1 ? null : dateModified.toISOString(),
    version,
    conflict,
  };
}

/** Serializes the model in CSDL XML; `__system` is a complex type. */
export function listCsdl({ set }: ListModel): string {
  const property = (Name: string, Type: string): string =>
    csdlElement('Property', { Name, Type, ...(Type === 'Edm.DateTimeOffset' && { Precision: '6' }) });
  const own = set.properties.filter(({ name }) => !name.startsWith(`${SYSTEM}/`) && name !== KEY);
  return csdlDocument([
    csdlElement(
      'ComplexType',
      { Name: 'System' },
      SYSTEM_NAMES.map((name) => property(name, SYSTEM_TYPES[name])).join(''),
    ),
    csdlElement(
      'EntityType',
      { Name: LIST_SET },
      csdlElement('Key', {}, csdlElement('PropertyRef', { Name: KEY })) +
        csdlElement('Property', { Name: KEY, Type: 'Edm.String', Nullable: 'false' }) +
        own.map(({ name, field }) => property(name, field.type)).join('') +
        property(SYSTEM, `${NAMESPACE}.System`),
    ),
    csdlElement(
      'EntityContainer',
      { Name: CONTAINER },
      csdlElement('EntitySet', { Name: LIST_SET, EntityType: `${NAMESPACE}.${LIST_SET}` }),
    ),
  ]);
}
