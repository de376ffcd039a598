import { type Field, type Option, readSections, type Section, type FormVersion } from './version-schema';

/**
 * A field over all versions, identified by section and name: it stays the same when moved between groups, but not when
 * renamed or moved into a repeat (contract-xlsform 4.3). Type, labels and containers are the newest.
 */
export interface MergedField extends Omit<Field, 'path'> {
  /** Options of all versions, oldest first, with their newest labels. */
  readonly options: readonly Option[];
  /** Version uid → key of the answer in submissions of that version. */
  readonly paths: ReadonlyMap<string, string>;
  readonly versions: ReadonlyMap<string, Field>;
}

export interface MergedSection extends Omit<Section, 'path' | 'fields'> {
  /** Version uid → path of the repeat in submissions of that version; '' for the top level. */
  readonly paths: ReadonlyMap<string, string>;
  /** Version uid → name of the enclosing section; the top level has none. */
  readonly parents: ReadonlyMap<string, string>;
  /** Fields of the newest version in its order, then older ones by their former index. */
  readonly fields: readonly MergedField[];
}

/**
 * Merges the sections of a form over its versions, oldest version first. Returns the top level, then the repeats of the
 * newest version in its order, then the repeats of older versions only.
 */
export function mergeVersions(versions: readonly FormVersion[]): MergedSection[] {
  const merged = new Map<string, SectionHistory>();
  for (const { uid, content } of versions.toReversed()) {
    for (const section of readSections(content)) {
      const history = merged.get(section.name) ?? new SectionHistory(section);
      merged.set(section.name, history);
      history.add(uid, section);
    }
  }
  const order = choiceOrder(versions);
  return [...merged.values()].map((history) => history.merged(order));
}

/** List name → choice name → position among all choices the list ever had, oldest first. */
type ChoiceOrder = ReadonlyMap<string, ReadonlyMap<string, number>>;

function choiceOrder(versions: readonly FormVersion[]): ChoiceOrder {
  const order = new Map<string, Map<string, number>>();
  for (const { list_name: list, name, $autovalue } of versions.flatMap(
    ({ content }) => content.choices ?? [],
  )) {
    const positions = order.get(list) ?? new Map<string, number>();
    const choice = name ?? $autovalue ?? '';
    if (!positions.has(choice)) positions.set(choice, positions.size);
    order.set(list, positions);
  }
  return order;
}

/** Accumulates a section while its versions are walked from the newest to the oldest. */
class SectionHistory {
  private readonly paths = new Map<string, string>();
  private readonly parents = new Map<string, string>();
  private readonly fields = new Map<string, FieldHistory>();
  /** Fields missing in the section's newest version, by their former index. */
  private readonly olderFields: FieldHistory[][] = [];

  constructor(private readonly newest: Section) {}

  add(uid: string, section: Section): void {
    this.paths.set(uid, section.path);
    if (section.parent !== undefined) this.parents.set(uid, section.parent);
    section.fields.forEach((field, index) => {
      let history = this.fields.get(field.name);
      if (history === undefined) {
        history = new FieldHistory(field);
        this.fields.set(field.name, history);
        if (section !== this.newest) (this.olderFields[index] ??= []).push(history);
      }
      history.versions.set(uid, field);
    });
  }

  merged(order: ChoiceOrder): MergedSection {
    const { name, parent } = this.newest;
    const inNewest = this.newest.fields.map((field) => this.fields.get(field.name)!);
    const fields = [...inNewest, ...this.olderFields.flat()].map((field) => field.merged(order));
    return { name, parent, paths: this.paths, parents: this.parents, fields };
  }
}

class FieldHistory {
  readonly versions = new Map<string, Field>();

  constructor(private readonly newest: Field) {}

  merged(order: ChoiceOrder): MergedField {
    const { path: _path, ...newest } = this.newest;
    const paths = new Map([...this.versions].map(([uid, { path }]) => [uid, path]));
    return { ...newest, options: this.options(order), paths, versions: this.versions };
  }

  private options(order: ChoiceOrder): Option[] {
    const oldestFirst = [...this.versions.values()].toReversed().flatMap(({ options }) => options);
    const newestLabels = new Map(oldestFirst.map((option) => [option.name, option]));
    const positions = order.get(this.newest.row.select_from_list_name ?? '');
    const positionOf = ({ name }: Option): number => positions?.get(name) ?? newestLabels.size;
    return [...newestLabels.values()].sort((one, other) => positionOf(one) - positionOf(other));
  }
}
