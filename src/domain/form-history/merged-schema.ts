import type { FormVersion } from './form-version';
import { type Field, type Option, readSections, type Section } from './version-schema';

/**
 * A field over all versions that have it. It is known by its section and name: moved between groups it stays the same;
 * moved into a repeat, or renamed, it is another one (contract-xlsform 4.3). Type, labels and containers are those of the
 * newest version that has it.
 */
export interface MergedField extends Omit<Field, 'path'> {
  /** The options of all versions, old ones first; the newer label wins. */
  readonly options: readonly Option[];
  /** Version uid → key of the answer in submissions of that version. */
  readonly paths: ReadonlyMap<string, string>;
  /** Version uid → the field as that version has it. */
  readonly versions: ReadonlyMap<string, Field>;
}

/** A section over all versions that have it. */
export interface MergedSection extends Omit<Section, 'path' | 'fields'> {
  /** Version uid → path of the repeat in submissions of that version; '' for the top level. */
  readonly paths: ReadonlyMap<string, string>;
  /** Version uid → name of the section that it lies in there; the top level has none. */
  readonly parents: ReadonlyMap<string, string>;
  /** Those of the newest version in its order, then those that only older ones have, by the place where they stood. */
  readonly fields: readonly MergedField[];
}

/**
 * The sections of a form over its versions, oldest version first: the top level, then the repeats of the newest version
 * in its order, then those that only older ones have.
 */
export function mergeVersions(versions: readonly FormVersion[]): MergedSection[] {
  const merged = new Map<string, SectionHistory>();
  for (const { uid, content } of versions.toReversed()) {
    for (const section of readSections(content)) {
      const history = merged.get(section.name);
      if (history === undefined) merged.set(section.name, new SectionHistory(uid, section));
      else history.add(uid, section);
    }
  }
  const order = choiceOrder(versions);
  return [...merged.values()].map((history) => history.merged(order));
}

/** Name of a list → name of a choice → its place among all that the list ever had, old ones first. */
type ChoiceOrder = ReadonlyMap<string, ReadonlyMap<string, number>>;

function choiceOrder(versions: readonly FormVersion[]): ChoiceOrder {
  const order = new Map<string, Map<string, number>>();
  for (const { list_name: list, name, $autovalue } of versions.flatMap(
    ({ content }) => content.choices ?? [],
  )) {
    const places = order.get(list) ?? new Map<string, number>();
    const choice = name ?? $autovalue ?? '';
    if (!places.has(choice)) places.set(choice, places.size);
    order.set(list, places);
  }
  return order;
}

/** What is known of a section while its versions are walked from the newest to the oldest. */
class SectionHistory {
  private readonly paths = new Map<string, string>();
  private readonly parents = new Map<string, string>();
  private readonly fields = new Map<string, FieldHistory>();
  /** Fields that the section's newest version lacks, by the index where they stood. */
  private readonly stacks: FieldHistory[][] = [];

  constructor(
    uid: string,
    private readonly newest: Section,
  ) {
    this.add(uid, newest);
  }

  add(uid: string, section: Section): void {
    this.paths.set(uid, section.path);
    if (section.parent !== undefined) this.parents.set(uid, section.parent);
    section.fields.forEach((field, index) => {
      const known = this.fields.get(field.name);
      if (known !== undefined) {
        known.add(uid, field);
        return;
      }
      const history = new FieldHistory(uid, field);
      this.fields.set(field.name, history);
      if (section !== this.newest) (this.stacks[index] ??= []).push(history);
    });
  }

  merged(order: ChoiceOrder): MergedSection {
    const { name, parent } = this.newest;
    const inNewest = this.newest.fields.map((field) => this.fields.get(field.name)!);
    const fields = [...inNewest, ...this.stacks.flat()].map((field) => field.merged(order));
    return { name, parent, paths: this.paths, parents: this.parents, fields };
  }
}

class FieldHistory {
  private readonly versions = new Map<string, Field>();

  constructor(
    uid: string,
    private readonly newest: Field,
  ) {
    this.add(uid, newest);
  }

  add(uid: string, field: Field): void {
    this.versions.set(uid, field);
  }

  merged(order: ChoiceOrder): MergedField {
    const { path: _path, ...newest } = this.newest;
    const paths = new Map([...this.versions].map(([uid, { path }]) => [uid, path]));
    return { ...newest, options: this.options(order), paths, versions: this.versions };
  }

  private options(order: ChoiceOrder): Option[] {
    const oldestFirst = [...this.versions.values()].toReversed().flatMap(({ options }) => options);
    const newestLabels = new Map(oldestFirst.map((option) => [option.name, option]));
    const places = order.get(this.newest.row.select_from_list_name ?? '');
    const placeOf = ({ name }: Option): number => places?.get(name) ?? newestLabels.size;
    return [...newestLabels.values()].sort((one, other) => placeOf(one) - placeOf(other));
  }
}
