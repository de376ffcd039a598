import { escapeAttribute } from '../text/xml-text';
import { type FeedProperty, isKey } from './feed-field';
import { CONTAINER, type FeedModel, type FeedNavigation, type FeedSet } from './feed-model';
import { keyNames } from './feed-resource';

/** Types are named within it. */
export const NAMESPACE = 'Feed';

/** What a feed holds, in the Common Schema Definition Language of OData 4.0. */
export function csdl({ sets }: FeedModel): string {
  const byName = new Map(sets.map((set) => [set.name, set]));
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx">',
    '<edmx:DataServices>',
    `<Schema Namespace="${NAMESPACE}" xmlns="http://docs.oasis-open.org/odata/ns/edm">`,
    ...sets.map((set) => entityType(set, byName)),
    element('EntityContainer', { Name: CONTAINER }, sets.map(entitySet).join('')),
    '</Schema>',
    '</edmx:DataServices>',
    '</edmx:Edmx>',
  ].join('');
}

function entityType(set: FeedSet, byName: ReadonlyMap<string, FeedSet>): string {
  const key = keyNames(set).map((Name) => element('PropertyRef', { Name }));
  return element(
    'EntityType',
    { Name: set.name },
    element('Key', {}, key.join('')) +
      set.properties.map(property).join('') +
      set.navigations.map((each) => navigationProperty(set, each, byName.get(each.target)!)).join(''),
  );
}

function property(each: FeedProperty): string {
  const { type } = each.field;
  return element('Property', {
    Name: each.name,
    Type: type,
    ...(isKey(each) && { Nullable: 'false' }),
    // Without it a time has whole seconds alone.
    ...(type === 'Edm.DateTimeOffset' && { Precision: '6' }),
  });
}

function navigationProperty(from: FeedSet, { name, to, partner }: FeedNavigation, target: FeedSet): string {
  const type = `${NAMESPACE}.${target.name}`;
  return element(
    'NavigationProperty',
    {
      Name: name,
      Type: to === 'children' ? `Collection(${type})` : type,
      ...(to === 'submission' && { Nullable: 'false' }),
      ...(partner !== undefined && { Partner: partner }),
    },
    constraints(from, to, target),
  );
}

/** By which properties a row knows the one that it belongs to. */
function constraints(from: FeedSet, to: FeedNavigation['to'], target: FeedSet): string {
  if (to === 'children') return '';
  const [submission] = keyNames(from);
  const own = to === 'parent' ? [submission!, '_parent_index'] : [submission!];
  const referenced = keyNames(target);
  return own
    .map((Property, index) =>
      element('ReferentialConstraint', { Property, ReferencedProperty: referenced[index]! }),
    )
    .join('');
}

function entitySet({ name, navigations }: FeedSet): string {
  return element(
    'EntitySet',
    { Name: name, EntityType: `${NAMESPACE}.${name}` },
    navigations
      .map((each) => element('NavigationPropertyBinding', { Path: each.name, Target: each.target }))
      .join(''),
  );
}

function element(name: string, attributes: Readonly<Record<string, string>>, content = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`);
  return content === ''
    ? `<${name}${written.join('')}/>`
    : `<${name}${written.join('')}>${content}</${name}>`;
}

/** The sets of a feed, as its service document lists them. */
export function serviceDocument({ sets }: FeedModel, root: string): object {
  return {
    '@odata.context': `${root}$metadata`,
    value: sets.map(({ name }) => ({ name, kind: 'EntitySet', url: name })),
  };
}
