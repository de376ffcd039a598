import { isPoint, POINT_PARTS } from '../export/question-columns';
import type { FormVersion } from '../form-history/form-version';
import { type MergedField, type MergedSection, mergeVersions } from '../form-history/merged-schema';
import type { EdmType } from './edm-value';
import type { FeedField, FeedProperty } from './feed-field';
import { Identifiers } from './identifiers';

/** From a row to others of the same submission. */
export interface FeedNavigation {
  readonly name: string;
  /** Name of the set that it leads to. */
  readonly target: string;
  readonly to: 'children' | 'parent' | 'submission';
  /** What leads back. */
  readonly partner: string | undefined;
}

/** The top level of a form, or one of its repeats. */
export interface FeedSet {
  readonly name: string;
  /** The paths of a repeat from the outermost one to itself, in each version that has it otherwise; none at the top. */
  readonly chains: readonly (readonly string[])[];
  /** Name of the set of the repeat around it; undefined at the top and just below. */
  readonly parent: string | undefined;
  /** Keys first. */
  readonly properties: readonly FeedProperty[];
  readonly navigations: readonly FeedNavigation[];
}

/** What a feed holds: the top level first. */
export interface FeedModel {
  readonly sets: readonly FeedSet[];
}

export const TOP_SET = 'Submissions';
export const CONTAINER = 'Container';

const TO_SUBMISSION = '_submission';
const TO_PARENT = '_parent';

const TOP_PROPERTIES: readonly FeedProperty[] = [
  { name: '_id', field: { source: 'key', part: 'submission', type: 'Edm.Int64' } },
  { name: '_uuid', field: { source: 'column', column: 'uuid', type: 'Edm.String' } },
  { name: '_root_uuid', field: { source: 'column', column: 'rootUuid', type: 'Edm.String' } },
  {
    name: '_submission_time',
    field: { source: 'column', column: 'submittedAt', type: 'Edm.DateTimeOffset' },
  },
  { name: '_date_modified', field: { source: 'column', column: 'modifiedAt', type: 'Edm.DateTimeOffset' } },
  { name: '_submitted_by', field: { source: 'column', column: 'submittedBy', type: 'Edm.String' } },
  { name: '_validation_status', field: { source: 'verdict', type: 'Edm.String' } },
  {
    name: '_version',
    field: { source: 'answer', of: 'submission', paths: ['__version__'], type: 'Edm.String' },
  },
];

const ROW_PROPERTIES: readonly FeedProperty[] = [
  { name: '_submission_id', field: { source: 'key', part: 'submission', type: 'Edm.Int64' } },
  { name: '_index', field: { source: 'key', part: 'index', type: 'Edm.Int64' } },
];

const PARENT_INDEX: FeedProperty = {
  name: '_parent_index',
  field: { source: 'key', part: 'parentIndex', type: 'Edm.Int64' },
};

/** What the feed of a form holds. @param versions that were deployed, oldest first; at least one */
export function feedModel(versions: readonly FormVersion[]): FeedModel {
  const sections = mergeVersions(versions);
  const [, ...repeats] = sections;
  const identifiers = new Identifiers([TOP_SET, CONTAINER]).claim(repeats.map(({ name }) => name));
  const names = new Map([
    ['', TOP_SET],
    ...repeats.map(({ name }, index) => [name, identifiers[index]!] as const),
  ]);
  return { sets: linked(sections.map((section) => new SetDraft(section, names, sections))) };
}

/** The set of that name; undefined when there is none. */
export function findSet({ sets }: FeedModel, name: string): FeedSet | undefined {
  return sets.find((set) => set.name === name);
}

/** A set before it is known what leads to it. */
class SetDraft {
  readonly name: string;
  /** Of the set around it. */
  readonly around: string | undefined;
  readonly chains: readonly (readonly string[])[];
  readonly properties: readonly FeedProperty[];
  private readonly identifiers: Identifiers;

  constructor(
    section: MergedSection,
    names: ReadonlyMap<string, string>,
    sections: readonly MergedSection[],
  ) {
    this.name = names.get(section.name)!;
    this.around = section.parent === undefined ? undefined : names.get(section.parent);
    this.chains = section.name === '' ? [] : chainsOf(section, sections);
    const own = this.systemProperties();
    this.identifiers = new Identifiers([...own.map(({ name }) => name), TO_SUBMISSION, TO_PARENT]);
    this.properties = [...own, ...this.answers(section)];
  }

  /** What leads to repeats inside. */
  claim(names: readonly string[]): string[] {
    return this.identifiers.claim(names);
  }

  private systemProperties(): readonly FeedProperty[] {
    if (this.around === undefined) return TOP_PROPERTIES;
    return this.around === TOP_SET ? ROW_PROPERTIES : [...ROW_PROPERTIES, PARENT_INDEX];
  }

  private answers({ fields }: MergedSection): FeedProperty[] {
    const names = this.identifiers.claim(fields.map(({ name }) => name));
    return fields.flatMap((merged, index) => {
      const name = names[index]!;
      const field: FeedField = {
        source: 'answer',
        of: this.around === undefined ? 'submission' : 'row',
        paths: [...new Set(merged.paths.values())],
        type: typeOf(merged),
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

function linked(drafts: readonly SetDraft[]): FeedSet[] {
  const inner = new Map<string, readonly [string, string][]>(
    drafts.map((draft) => {
      const targets = drafts.filter(({ around }) => around === draft.name).map(({ name }) => name);
      const names = draft.claim(targets);
      return [draft.name, targets.map((target, index) => [target, names[index]!])];
    }),
  );
  return drafts.map(({ name, around, chains, properties }) => {
    const parent = around === TOP_SET ? undefined : around;
    const back = new Map(inner.get(around ?? '')).get(name);
    const navigations: FeedNavigation[] = inner.get(name)!.map(([target, way]) => ({
      name: way,
      target,
      to: 'children',
      partner: name === TOP_SET ? TO_SUBMISSION : TO_PARENT,
    }));
    if (around !== undefined) {
      const partner = parent === undefined ? back : undefined;
      navigations.unshift({ name: TO_SUBMISSION, target: TOP_SET, to: 'submission', partner });
    }
    if (parent !== undefined) {
      navigations.unshift({ name: TO_PARENT, target: parent, to: 'parent', partner: back });
    }
    return { name, chains, parent, properties, navigations };
  });
}

/** Newest first; versions that have the repeat at the same place share a chain. */
function chainsOf(section: MergedSection, sections: readonly MergedSection[]): string[][] {
  const byName = new Map(sections.map((each) => [each.name, each]));
  const chains = [...section.paths.keys()].map((version) => {
    const chain: string[] = [];
    for (let around = section; around.name !== '';) {
      chain.unshift(around.paths.get(version)!);
      around = byName.get(around.parents.get(version)!)!;
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

function typeOf({ type }: MergedField): EdmType {
  return Object.hasOwn(TYPES, type) ? TYPES[type]! : 'Edm.String';
}
