import { type ChoiceFiles, fileOptions } from './choice-file';
import { type Field, type Option, readSections, type Section, type FormVersion } from './version-schema';

const RANK = 'rank';
/** The choice that `or_other` adds. */
const OTHER = 'other';

/**
 * A field over all versions, identified by section and name: it stays the same when moved between groups, but not when
 * renamed or moved into a repeat (contract-xlsform 4.3). Fields of one version that share a name are identified by their
 * paths. Type, labels and containers are the newest.
 */
export interface MergedField extends Omit<Field, 'path'> {
  /** The name of the node; its path inside the section if several fields of the section share the name. */
  readonly name: string;
  readonly nodeName: string;
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
 * @param files choices of selects from files
 */
export function mergeVersions(versions: readonly FormVersion[], files: ChoiceFiles = {}): MergedSection[] {
  const options = fileOptions(files);
  const merged = new Map<string, SectionHistory>();
  for (const { uid, content } of versions.toReversed()) {
    for (const section of readSections(content, options)) {
      const history = merged.get(section.name) ?? new SectionHistory(section);
      merged.set(section.name, history);
      history.add(uid, section);
    }
  }
  const histories = [...merged.values()];
  const orders = choiceOrders(
    histories.flatMap((history) => history.histories()),
    versions.map(({ uid }) => uid).toReversed(),
  );
  return histories.map((history) => history.merged(orders));
}

/**
 * Keeps the sections and questions that one version has; their paths remain those of all versions.
 * @param former whether its choices are followed by those of other versions, which answers may name
 */
export function sectionsOf(
  merged: readonly MergedSection[],
  version: string,
  { former = false } = {},
): MergedSection[] {
  return merged.flatMap((section) => {
    if (!section.paths.has(version)) return [];
    const fields = section.fields.flatMap((field) => {
      const own = field.versions.get(version);
      if (own === undefined) return [];
      return [
        { ...field, options: field.options === own.options ? own.options : newestOf(own, field, former) },
      ];
    });
    return [{ ...section, fields }];
  });
}

/**
 * `sectionsOf`, with the repeats that are around one of them in another version: without fields, since they are only on the
 * way to its copies.
 */
export function sectionsAround(merged: readonly MergedSection[], version: string): MergedSection[] {
  const own = sectionsOf(merged, version);
  const names = new Set(own.map(({ name }) => name));
  for (const name of names)
    for (const parent of merged.find((each) => each.name === name)?.parents.values() ?? []) names.add(parent);
  return merged.flatMap((section) => {
    const kept = own.find(({ name }) => name === section.name);
    if (kept !== undefined) return [kept];
    return names.has(section.name) ? [{ ...section, fields: [] }] : [];
  });
}

/** Choices of a version in its order, as the newest version labels them. */
function newestOf({ options }: Field, merged: MergedField, former: boolean): Option[] {
  const newest = new Map(merged.options.map((option) => [option.name, option]));
  const own = options.map((option) => newest.get(option.name) ?? option);
  if (!former) return own;
  const names = new Set(own.map(({ name }) => name));
  return [...own, ...merged.options.filter(({ name }) => !names.has(name))];
}

/** Choice name → position. */
type ChoiceOrder = ReadonlyMap<string, number>;

/**
 * Orders the choices of questions: old ones first. Questions that share a list in their newest version share its former
 * orders too, as in KoboToolbox.
 * @param uids of the versions, newest first
 */
function choiceOrders(
  histories: readonly FieldHistory[],
  uids: readonly string[],
): ReadonlyMap<FieldHistory, ChoiceOrder> {
  const groups = new Map<string, FieldHistory[]>();
  for (const history of histories) {
    const key = JSON.stringify([history.newestUid, history.newest.row.select_from_list_name]);
    const group = groups.get(key) ?? [];
    group.push(history);
    groups.set(key, group);
  }
  return new Map(
    [...groups.values()].flatMap((group) => {
      const order = orderOf(group, uids);
      return group.map((history) => [history, order] as const);
    }),
  );
}

function orderOf(group: readonly FieldHistory[], uids: readonly string[]): ChoiceOrder {
  let names: string[] = [];
  if (group[0]?.newest.row.select_from_list_name === undefined) return new Map();
  for (const uid of uids) {
    const lists = new Map<string | undefined, readonly Option[]>();
    for (const history of group) {
      const { row, options = [] } = history.choiceField(uid) ?? {};
      const list = row?.select_from_list_name;
      // The text beside an `other` has the row of its question, and no choices.
      if (options.length === 0) continue;
      // Of two lists, that of the later question comes first.
      lists.delete(list);
      lists.set(list, options);
    }
    for (const options of lists.values()) {
      const own = new Set(options.map(({ name }) => name));
      names = [...own, ...names.filter((name) => !own.has(name))];
    }
  }
  return new Map(names.map((name, index) => [name, index]));
}

/** Accumulates a section while its versions are walked from the newest to the oldest. */
class SectionHistory {
  private readonly paths = new Map<string, string>();
  private readonly parents = new Map<string, string>();
  private readonly fields = new Map<string, FieldHistory[]>();
  private readonly newestFields: FieldHistory[] = [];
  /** Fields missing in the section's newest version, by their former index. */
  private readonly olderFields: FieldHistory[][] = [];

  constructor(private readonly newest: Section) {}

  add(uid: string, section: Section): void {
    this.paths.set(uid, section.path);
    if (section.parent !== undefined) this.parents.set(uid, section.parent);
    const known = this.newerVersions(section);
    section.fields.forEach((field, index) => {
      let history = known.get(field);
      if (history === undefined) {
        history = new FieldHistory(field, uid, section.path);
        this.fields.set(field.name, [...(this.fields.get(field.name) ?? []), history]);
        if (section === this.newest) this.newestFields.push(history);
        else (this.olderFields[index] ??= []).push(history);
      }
      history.add(uid, field, section.path);
    });
  }

  /** Finds newer versions of fields: by the newest path in the section, else by any, else the only one of the name. */
  private newerVersions({ path: root, fields }: Section): Map<Field, FieldHistory> {
    const found = new Map<Field, FieldHistory>();
    const taken = new Set<FieldHistory>();
    const claim = (field: Field, matches: (history: FieldHistory) => boolean): void => {
      if (found.has(field)) return;
      const history = this.fields.get(field.name)?.find((each) => !taken.has(each) && matches(each));
      if (history === undefined) return;
      found.set(field, history);
      taken.add(history);
    };
    for (const field of fields) claim(field, ({ inside }) => inside === pathInside(root, field));
    for (const field of fields) claim(field, (history) => history.hasPath(pathInside(root, field)));
    const counts = countBy(fields, ({ name }) => name);
    for (const field of fields) {
      const isOnly = counts.get(field.name) === 1 && this.fields.get(field.name)?.length === 1;
      if (isOnly) claim(field, () => true);
    }
    return found;
  }

  histories(): FieldHistory[] {
    return [...this.newestFields, ...this.olderFields.flat()];
  }

  merged(orders: ReadonlyMap<FieldHistory, ChoiceOrder>): MergedSection {
    const { name, parent } = this.newest;
    const fields = this.histories().map((field) => {
      const isAmbiguous = this.fields.get(field.newest.name)!.length > 1;
      return field.merged(orders.get(field)!, isAmbiguous);
    });
    return { name, parent, paths: this.paths, parents: this.parents, fields };
  }
}

class FieldHistory {
  readonly versions = new Map<string, Field>();
  /** Newest path in the section, which may have moved. */
  readonly inside: string;
  private readonly insides = new Set<string>();

  /** @param root path of the section in the version of the field */
  constructor(
    readonly newest: Field,
    readonly newestUid: string,
    root: string,
  ) {
    this.inside = pathInside(root, newest);
  }

  add(uid: string, field: Field, root: string): void {
    this.versions.set(uid, field);
    this.insides.add(pathInside(root, field));
  }

  hasPath(inside: string): boolean {
    return this.insides.has(inside);
  }

  /** The question in a version, if its choices are those of the newest: a ranking is text, not a former select. */
  choiceField(uid: string): Field | undefined {
    const field = this.versions.get(uid);
    return field?.type === RANK && this.newest.type !== RANK ? undefined : field;
  }

  /** @param isAmbiguous whether the field is named by its path */
  merged(order: ChoiceOrder, isAmbiguous: boolean): MergedField {
    const { path: _path, ...newest } = this.newest;
    const name = isAmbiguous ? this.inside : newest.name;
    const paths = new Map([...this.versions].map(([uid, field]) => [uid, field.path]));
    return {
      ...newest,
      name,
      nodeName: newest.name,
      options: this.options(order),
      paths,
      versions: this.versions,
    };
  }

  private options(order: ChoiceOrder): readonly Option[] {
    const fields = [...this.versions.keys()].flatMap((uid) => this.choiceField(uid) ?? []);
    // Versions share the choices of a file, which may be very many.
    const lists = [...new Set(fields.map(({ options }) => options))];
    if (lists.length === 1 && order.size === 0) return lists[0]!;
    const oldestFirst = lists.toReversed().flat();
    const newestLabels = new Map(oldestFirst.map((option) => [option.name, option]));
    const positionOf = (option: Option): number =>
      isAddedOther(option) ? Infinity : (order.get(option.name) ?? order.size);
    return [...newestLabels.values()].sort((one, other) => positionOf(one) - positionOf(other) || 0);
  }
}

/** Whether `or_other` has added the choice, without a label. */
function isAddedOther({ name, labels }: Option): boolean {
  return name === OTHER && labels.size === 0;
}

function pathInside(root: string, { path }: Field): string {
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
