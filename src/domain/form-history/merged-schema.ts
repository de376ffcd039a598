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
}

/** A section over all versions that have it. */
export interface MergedSection extends Omit<Section, 'path' | 'fields'> {
  /** Version uid → path of the repeat in submissions of that version; '' for the top level. */
  readonly paths: ReadonlyMap<string, string>;
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
  return [...merged.values()].map((history) => history.merged());
}

/** What is known of a section while its versions are walked from the newest to the oldest. */
class SectionHistory {
  private readonly paths = new Map<string, string>();
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

  merged(): MergedSection {
    const { name, parent } = this.newest;
    const inNewest = this.newest.fields.map((field) => this.fields.get(field.name)!);
    const fields = [...inNewest, ...this.stacks.flat()].map((field) => field.merged());
    return { name, parent, paths: this.paths, fields };
  }
}

class FieldHistory {
  private readonly paths = new Map<string, string>();
  private readonly optionsNewestFirst: (readonly Option[])[] = [];

  constructor(
    uid: string,
    private readonly newest: Field,
  ) {
    this.add(uid, newest);
  }

  add(uid: string, field: Field): void {
    this.paths.set(uid, field.path);
    this.optionsNewestFirst.push(field.options);
  }

  merged(): MergedField {
    const { path: _path, ...newest } = this.newest;
    // A map keeps the place of a name that is set again, so old options stay in front under their newer labels.
    const options = new Map<string, Option>();
    for (const option of this.optionsNewestFirst.toReversed().flat()) options.set(option.name, option);
    return { ...newest, options: [...options.values()], paths: this.paths };
  }
}
