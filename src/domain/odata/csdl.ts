import { escapeAttribute } from '../text/xml-text';
import { type EntityProperty, isKey } from './edm-value';
import { CONTAINER, type EntityModel, type NavigationProperty, type EntitySet } from './entity-model';
import { keyNames } from './resource-path';
import { parentChainIndex } from './submission-rows';

/** Namespace of the types, part of context URLs. */
export const NAMESPACE = 'Feed';

const CORE_URL = 'https://docs.oasis-open.org/odata/odata/v4.0/os/vocabularies/Org.OData.Core.V1.xml';

const ZONE_DESCRIPTION =
  'A time that was answered without a zone is in the zone of the device by its start or end time, else in UTC.';

/** Serializes an entity model in the Common Schema Definition Language (CSDL XML) of OData 4.0. */
export function csdl({ sets }: EntityModel): string {
  const byName = new Map(sets.map((set) => [set.name, set]));
  return csdlDocument([
    ...sets.map((set) => entityType(set, byName)),
    csdlElement('EntityContainer', { Name: CONTAINER }, sets.map(entitySet).join('')),
  ]);
}

/** @param schema types and containers */
export function csdlDocument(schema: readonly string[]): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx">',
    `<edmx:Reference Uri="${CORE_URL}"><edmx:Include Namespace="Org.OData.Core.V1"/></edmx:Reference>`,
    '<edmx:DataServices>',
    `<Schema Namespace="${NAMESPACE}" xmlns="http://docs.oasis-open.org/odata/ns/edm">`,
    ...schema,
    '</Schema>',
    '</edmx:DataServices>',
    '</edmx:Edmx>',
  ].join('');
}

function entityType(set: EntitySet, byName: ReadonlyMap<string, EntitySet>): string {
  const key = keyNames(set).map((Name) => csdlElement('PropertyRef', { Name }));
  return csdlElement(
    'EntityType',
    { Name: set.name },
    csdlElement('Key', {}, key.join('')) +
      set.properties.map((each) => property(each, isRequired(set, each, byName))).join('') +
      set.navigations.map((each) => navigationProperty(set, each, byName.get(each.target)!)).join(''),
  );
}

/** Keys are never null, nor is the key of the parent if every version has it. */
function isRequired(set: EntitySet, each: EntityProperty, byName: ReadonlyMap<string, EntitySet>): boolean {
  return isKey(each) || (each.field.source === 'key' && hasParent(set, byName.get(set.parent ?? '')));
}

/** Whether each row has a parent: the repeat is inside the other one in every version. */
function hasParent({ chains }: EntitySet, parent: EntitySet | undefined): boolean {
  return parent !== undefined && chains.every((chain) => parentChainIndex(parent, chain) !== -1);
}

function property(each: EntityProperty, required: boolean): string {
  const { type } = each.field;
  const attributes = {
    Name: each.name,
    Type: type,
    ...(required && { Nullable: 'false' }),
    // Fractions of seconds; the default precision is 0.
    ...(type === 'Edm.DateTimeOffset' && { Precision: '6' }),
  };
  const mayLackZone = type === 'Edm.DateTimeOffset' && each.field.source === 'answer';
  return csdlElement('Property', attributes, mayLackZone ? description(ZONE_DESCRIPTION) : '');
}

function description(text: string): string {
  return csdlElement('Annotation', { Term: 'Org.OData.Core.V1.Description', String: text });
}

function navigationProperty(
  from: EntitySet,
  { name, to, partner }: NavigationProperty,
  target: EntitySet,
): string {
  const type = `${NAMESPACE}.${target.name}`;
  const isRequiredRow = to === 'submission' || (to === 'parent' && hasParent(from, target));
  return csdlElement(
    'NavigationProperty',
    {
      Name: name,
      Type: to === 'children' ? `Collection(${type})` : type,
      ...(isRequiredRow && { Nullable: 'false' }),
      ...(partner !== undefined && { Partner: partner }),
    },
    // The dependent properties of a nullable navigation would have to be nullable, and keys are not.
    isRequiredRow ? constraints(from, to, target) : '',
  );
}

/** Foreign keys: properties of the dependent type and the keys they reference. */
function constraints(from: EntitySet, to: 'parent' | 'submission', target: EntitySet): string {
  const [submission] = keyNames(from);
  const own = to === 'parent' ? [submission!, '_parent_index'] : [submission!];
  const referenced = keyNames(target);
  return own
    .map((Property, index) =>
      csdlElement('ReferentialConstraint', { Property, ReferencedProperty: referenced[index]! }),
    )
    .join('');
}

function entitySet({ name, navigations }: EntitySet): string {
  return csdlElement(
    'EntitySet',
    { Name: name, EntityType: `${NAMESPACE}.${name}` },
    navigations
      .map((each) => csdlElement('NavigationPropertyBinding', { Path: each.name, Target: each.target }))
      .join(''),
  );
}

export function csdlElement(
  name: string,
  attributes: Readonly<Record<string, string>>,
  content = '',
): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`);
  return content === ''
    ? `<${name}${written.join('')}/>`
    : `<${name}${written.join('')}>${content}</${name}>`;
}

/** Service document: the entity sets. @param root URL of the service, with a trailing slash; undefined omits the context */
export function serviceDocument({ sets }: EntityModel, root: string | undefined): object {
  return {
    ...(root !== undefined && { '@odata.context': `${root}$metadata` }),
    value: sets.map(({ name }) => ({ name, kind: 'EntitySet', url: name })),
  };
}
