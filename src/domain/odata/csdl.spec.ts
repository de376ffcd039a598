import { SaxesParser } from 'saxes';
import { odataForm } from '../../../test/fixtures/odata-form';
import { csdl } from './csdl';
import { buildEntityModel } from './entity-model';

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
}

const QUESTIONS = [
  ...['text name', 'integer age', 'decimal depth', 'date dug', 'dateTime seen', 'geopoint place'],
  ...['text q.dot', 'text 1st', 'text été', 'text _id', 'text Submissions', 'text _submission'],
];
const PUMP = ['begin_repeat pump', 'text maker', 'end_repeat'];
const VISIT = ['begin_repeat visit', 'integer minutes', ...PUMP, 'end_repeat'];
const NESTED = odataForm('v1', ...QUESTIONS, ...VISIT, 'begin_repeat Submissions', 'text a', 'end_repeat');
const MODELS = {
  'repeats in repeats': [NESTED],
  'a repeat that moved': [odataForm('v0', ...PUMP), NESTED],
  'no repeats': [odataForm('v1', 'text name')],
};

function parse(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [] };
  const open = [root];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes, children: [] };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  return root.children[0]!;
}

const named = ({ children }: Element, name: string): Element[] =>
  children.filter((each) => each.name === name);
const namesOf = (elements: readonly Element[]): string[] =>
  elements.map(({ attributes }) => attributes['Name']!);

/** Children in the order of the schema (edm.xsd, edmx.xsd), with their attributes; `?` marks optional ones. */
const SCHEMA: Readonly<Record<string, { attributes: readonly string[]; children: readonly string[] }>> = {
  'edmx:Edmx': { attributes: ['Version', 'xmlns:edmx'], children: ['edmx:Reference', 'edmx:DataServices'] },
  'edmx:Reference': { attributes: ['Uri'], children: ['edmx:Include'] },
  'edmx:Include': { attributes: ['Namespace'], children: [] },
  'edmx:DataServices': { attributes: [], children: ['Schema'] },
  Schema: { attributes: ['Namespace', 'xmlns'], children: ['EntityType', 'EntityContainer'] },
  EntityType: { attributes: ['Name'], children: ['Key', 'Property', 'NavigationProperty'] },
  Key: { attributes: [], children: ['PropertyRef'] },
  PropertyRef: { attributes: ['Name'], children: [] },
  Property: { attributes: ['Name', 'Type', 'Nullable?', 'Precision?'], children: ['Annotation'] },
  Annotation: { attributes: ['Term', 'String'], children: [] },
  NavigationProperty: {
    attributes: ['Name', 'Type', 'Nullable?', 'Partner?'],
    children: ['ReferentialConstraint'],
  },
  ReferentialConstraint: { attributes: ['Property', 'ReferencedProperty'], children: [] },
  EntityContainer: { attributes: ['Name'], children: ['EntitySet'] },
  EntitySet: { attributes: ['Name', 'EntityType'], children: ['NavigationPropertyBinding'] },
  NavigationPropertyBinding: { attributes: ['Path', 'Target'], children: [] },
};

function assertConforms({ name, attributes, children }: Element): void {
  const schema = SCHEMA[name]!;
  const allowed = schema.attributes.map((each) => each.replace('?', ''));
  expect(allowed).toEqual(expect.arrayContaining(Object.keys(attributes)));
  expect(Object.keys(attributes)).toEqual(
    expect.arrayContaining(schema.attributes.filter((each) => !each.endsWith('?'))),
  );
  const positions = children.map((child) => schema.children.indexOf(child.name));
  expect(positions).not.toContain(-1);
  expect(positions).toEqual([...positions].sort((one, other) => one - other));
  if (attributes['Name'] !== undefined) {
    expect(attributes['Name']).toMatch(/^[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}]{0,127}$/u);
  }
  children.forEach(assertConforms);
}

describe.each(Object.entries(MODELS))('$metadata of a form with %s', (_, versions) => {
  const root = parse(csdl(buildEntityModel(versions)));
  const [schema] = named(named(root, 'edmx:DataServices')[0]!, 'Schema');
  const types = new Map(named(schema!, 'EntityType').map((type) => [type.attributes['Name']!, type]));
  const typeOf = (text: string): Element =>
    types.get(text.replace(/^Collection\(|\)$/g, '').replace('Feed.', ''))!;

  it('has the elements and attributes of the OASIS schemas, in order', () => {
    assertConforms(root);
  });

  it('has unique names, and keys that are never null', () => {
    for (const type of types.values()) {
      const properties = named(type, 'Property');
      const names = [...namesOf(properties), ...namesOf(named(type, 'NavigationProperty'))];
      expect(new Set(names).size).toBe(names.length);
      for (const { attributes } of named(named(type, 'Key')[0]!, 'PropertyRef')) {
        const property = properties.find((each) => each.attributes['Name'] === attributes['Name'])!;
        expect(property.attributes['Nullable']).toBe('false');
      }
    }
  });

  it('has navigations whose partner leads back, and constraints that are as nullable as they are', () => {
    const nullable = ({ attributes }: Element): boolean => attributes['Nullable'] !== 'false';
    for (const [name, type] of types) {
      for (const navigation of named(type, 'NavigationProperty')) {
        const { Type: text = '', Partner: partner, Name: own } = navigation.attributes;
        const target = typeOf(text);
        if (partner !== undefined) {
          const inverse = named(target, 'NavigationProperty').find(
            (each) => each.attributes['Name'] === partner,
          )!;
          expect(typeOf(inverse.attributes['Type']!).attributes['Name']).toBe(name);
          expect([undefined, own]).toContain(inverse.attributes['Partner']);
        }
        for (const { attributes } of named(navigation, 'ReferentialConstraint')) {
          const dependent = named(type, 'Property').find(
            ({ attributes: { Name } }) => Name === attributes['Property'],
          )!;
          const principal = named(target, 'Property').find(
            ({ attributes: { Name } }) => Name === attributes['ReferencedProperty'],
          )!;
          expect(dependent.attributes['Type']).toBe(principal.attributes['Type']);
          expect(nullable(dependent)).toBe(nullable(navigation) || nullable(principal));
        }
      }
    }
  });

  it('binds each navigation to the set of its type', () => {
    const [container] = named(schema!, 'EntityContainer');
    const sets = new Map(named(container!, 'EntitySet').map((set) => [set.attributes['Name']!, set]));
    for (const set of sets.values()) {
      const type = typeOf(set.attributes['EntityType']!);
      for (const { attributes } of named(set, 'NavigationPropertyBinding')) {
        const navigation = named(type, 'NavigationProperty').find(
          ({ attributes: { Name } }) => Name === attributes['Path'],
        )!;
        expect(typeOf(navigation.attributes['Type']!)).toBe(
          typeOf(sets.get(attributes['Target']!)!.attributes['EntityType']!),
        );
      }
    }
  });
});
