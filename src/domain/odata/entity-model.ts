import { isPoint, POINT_PARTS } from '../geo/geometry';
import type { FormVersion } from '../form-history/version-schema';
import { type MergedField, type MergedSection, mergeVersions } from '../form-history/merged-schema';
import { type EdmType, zonePathsOf, type ODataField, type EntityProperty } from './edm-value';
import { hash } from 'node:crypto';

const IDENTIFIER = /^[\p{L}_][\p{L}\p{Nd}_]*$/u;
/** OData allows 128; shorter, since URLs have limits too. */
const MAX_CHARACTERS = 60;
const SUFFIX_DIGITS = 6;

/**
 * Allocates unique OData identifiers: letters, digits and `_` (contract-odata 2). An invalid or taken name gets a suffix from
 * its hash, which is stable when other questions are added or removed.
 */
export class Identifiers {
  private readonly taken: Set<string>;

  constructor(reserved: readonly string[] = []) {
    this.taken = new Set(reserved);
  }

  /** Allocates identifiers for distinct names; valid ones have precedence. */
  claim(names: readonly string[]): string[] {
    const valid = new Set(names.filter((name) => isIdentifier(name) && !this.taken.has(name)));
    for (const name of valid) this.taken.add(name);
    return names.map((name) => (valid.has(name) ? name : this.withSuffix(name)));
  }

  private withSuffix(name: string): string {
    const start = name.replace(/[^\p{L}\p{Nd}_]/gu, '_').replace(/^(?=\p{Nd})|^$/u, '_');
    const digits = hash('sha256', name);
    let length = SUFFIX_DIGITS;
    let identifier: string;
    do {
      identifier = `${[...start].slice(0, MAX_CHARACTERS - length - 1).join('')}_${digits.slice(0, length)}`;
      length += 1;
    } while (this.taken.has(identifier));
    this.taken.add(identifier);
    return identifier;
  }
}

/** Whether a name is a valid identifier, of at most 60 characters. */
export function isIdentifier(name: string): boolean {
  return IDENTIFIER.test(name) && name.length <= MAX_CHARACTERS;
}

export interface NavigationProperty {
  readonly name: string;
  readonly target: string;
  readonly to: 'children' | 'parent' | 'submission';
  /** Name of the inverse navigation property. */
  readonly partner: string | undefined;
}

/** Entity set: the top level of a form, or a repeat. */
export interface EntitySet {
  readonly name: string;
  /** Paths from the outermost repeat to this one, per form version with a different nesting; empty at the top level. */
  readonly chains: readonly (readonly string[])[];
  /** Name of the set of the enclosing repeat; undefined at the top level and for outermost repeats. */
  readonly parent: string | undefined;
  /** Keys first. */
  readonly properties: readonly EntityProperty[];
  readonly navigations: readonly NavigationProperty[];
}

/** Entity data model of a form; the top level is the first set. */
export interface EntityModel {
  readonly sets: readonly EntitySet[];
}

export const TOP_SET = 'Submissions';
export const CONTAINER = 'Container';

const TO_SUBMISSION = '_submission';
const TO_PARENT = '_parent';

const TOP_PROPERTIES: readonly EntityProperty[] = [
  { name: '_id', field: { source: 'key', part: 'submission', type: 'Edm.Int64' } },
  { name: '_uuid', field: { source: 'column', column: 'uuid', type: 'Edm.String' } },
  { name: '_root_uuid', field: { source: 'column', column: 'rootUuid', type: 'Edm.String' } },
  {
    name: '_submission_time',
    field: { source: 'column', column: 'submittedAt', type: 'Edm.DateTimeOffset' },
  },
  { name: '_date_modified', field: { source: 'column', column: 'modifiedAt', type: 'Edm.DateTimeOffset' } },
  { name: '_submitted_by', field: { source: 'column', column: 'submittedBy', type: 'Edm.String' } },
  { name: '_validation_status', field: { source: 'validationStatus', type: 'Edm.String' } },
  { name: '_status', field: { source: 'status', type: 'Edm.String' } },
  {
    name: '_version',
    field: { source: 'answer', of: 'submission', paths: ['__version__'], type: 'Edm.String' },
  },
];

const ROW_PROPERTIES: readonly EntityProperty[] = [
  { name: '_submission_id', field: { source: 'key', part: 'submission', type: 'Edm.Int64' } },
  { name: '_index', field: { source: 'key', part: 'index', type: 'Edm.Int64' } },
];

const PARENT_INDEX: EntityProperty = {
  name: '_parent_index',
  field: { source: 'key', part: 'parentIndex', type: 'Edm.Int64' },
};

/** Builds the entity model of a form. @param versions deployed versions, oldest first; at least one */
export function buildEntityModel(versions: readonly FormVersion[]): EntityModel {
  const sections = mergeVersions(versions);
  const [, ...repeats] = sections;
  const identifiers = new Identifiers([TOP_SET, CONTAINER]).claim(repeats.map(({ name }) => name));
  const names = new Map([
    ['', TOP_SET],
    ...repeats.map(({ name }, index) => [name, identifiers[index]!] as const),
  ]);
  const builders = sections.map((section) => new EntitySetBuilder(section, names, sections));
  return { sets: linkSets(builders) };
}

/** @returns undefined if there is no set of that name */
export function findSet({ sets }: EntityModel, name: string): EntitySet | undefined {
  return sets.find((set) => set.name === name);
}

class EntitySetBuilder {
  readonly name: string;
  readonly enclosing: string | undefined;
  readonly chains: readonly (readonly string[])[];
  readonly properties: readonly EntityProperty[];
  private readonly identifiers: Identifiers;

  constructor(
    section: MergedSection,
    names: ReadonlyMap<string, string>,
    private readonly sections: readonly MergedSection[],
  ) {
    this.name = names.get(section.name)!;
    this.enclosing = section.parent === undefined ? undefined : names.get(section.parent);
    this.chains = section.name === '' ? [] : chainsOf(section, sections);
    const own = this.systemProperties();
    this.identifiers = new Identifiers([...own.map(({ name }) => name), TO_SUBMISSION, TO_PARENT]);
    this.properties = [...own, ...this.answers(section)];
  }

  claim(names: readonly string[]): string[] {
    return this.identifiers.claim(names);
  }

  private systemProperties(): readonly EntityProperty[] {
    if (this.enclosing === undefined) return TOP_PROPERTIES;
    return this.enclosing === TOP_SET ? ROW_PROPERTIES : [...ROW_PROPERTIES, PARENT_INDEX];
  }

  private answers({ fields }: MergedSection): EntityProperty[] {
    const names = this.identifiers.claim(fields.map(({ name }) => name));
    return fields.flatMap((merged, index) => {
      const name = names[index]!;
      const field: ODataField = {
        source: 'answer',
        of: this.enclosing === undefined ? 'submission' : 'row',
        paths: [...new Set(merged.paths.values())],
        type: typeOf(merged),
        ...(typeOf(merged) === 'Edm.DateTimeOffset' && { zonePaths: zonePathsOf(this.sections[0]!.fields) }),
      };
      const parts = isPoint(merged.type)
        ? this.identifiers.claim(POINT_PARTS.map((part) => `${name}_${part}`))
        : [];
      return [
        { name, field },
        ...parts.map((part, coordinate) => ({
          name: part,
          field: { ...field, type: 'Edm.Double' as const, coordinate },
        })),
      ];
    });
  }
}

/** Adds the navigation properties, which need the names of all sets. */
function linkSets(builders: readonly EntitySetBuilder[]): EntitySet[] {
  const children = new Map<string, readonly [string, string][]>(
    builders.map((builder) => {
      const targets = builders.filter(({ enclosing }) => enclosing === builder.name).map(({ name }) => name);
      const names = builder.claim(targets);
      return [builder.name, targets.map((target, index) => [target, names[index]!])];
    }),
  );
  return builders.map(({ name, enclosing, chains, properties }) => {
    const parent = enclosing === TOP_SET ? undefined : enclosing;
    const inverse = new Map(children.get(enclosing ?? '')).get(name);
    const navigations: NavigationProperty[] = children.get(name)!.map(([target, navigationName]) => ({
      name: navigationName,
      target,
      to: 'children',
      partner: name === TOP_SET ? TO_SUBMISSION : TO_PARENT,
    }));
    if (enclosing !== undefined) {
      const partner = parent === undefined ? inverse : undefined;
      navigations.unshift({ name: TO_SUBMISSION, target: TOP_SET, to: 'submission', partner });
    }
    if (parent !== undefined) {
      navigations.unshift({ name: TO_PARENT, target: parent, to: 'parent', partner: inverse });
    }
    return { name, chains, parent, properties, navigations };
  });
}

/** Chains of repeat paths, newest version first; versions with equal nesting share one. */
function chainsOf(section: MergedSection, sections: readonly MergedSection[]): string[][] {
  const byName = new Map(sections.map((each) => [each.name, each]));
  const chains = [...section.paths.keys()].map((version) => {
    const chain: string[] = [];
    for (let enclosing = section; enclosing.name !== '';) {
      chain.unshift(enclosing.paths.get(version)!);
      enclosing = byName.get(enclosing.parents.get(version)!)!;
    }
    return chain;
  });
  return [...new Map(chains.map((chain) => [JSON.stringify(chain), chain])).values()];
}

const TYPES: Readonly<Record<string, EdmType>> = {
  integer: 'Edm.Int64',
  decimal: 'Edm.Double',
  range: 'Edm.Double',
  date: 'Edm.Date',
  today: 'Edm.Date',
  datetime: 'Edm.DateTimeOffset',
  dateTime: 'Edm.DateTimeOffset',
  start: 'Edm.DateTimeOffset',
  end: 'Edm.DateTimeOffset',
};

/** Text if versions disagree, so that no answer becomes null; whole numbers and decimals are both `Edm.Double`. */
function typeOf({ versions }: MergedField): EdmType {
  const types = new Set(
    [...versions.values()].map(({ type }) => (Object.hasOwn(TYPES, type) ? TYPES[type]! : 'Edm.String')),
  );
  const [only = 'Edm.String', ...others] = types;
  if (others.length === 0) return only;
  return [...types].every((type) => type === 'Edm.Int64' || type === 'Edm.Double')
    ? 'Edm.Double'
    : 'Edm.String';
}
