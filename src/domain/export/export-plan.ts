import type { FormVersion } from '../form-history/form-version';
import { type MergedSection, mergeVersions } from '../form-history/merged-schema';
import type { FlatSubmission } from './column-group';
import type { ExportOptions } from './export-options';
import { LabelStyle } from './label-style';
import type { RowPosition } from './trailing-columns';
import type { ExportRow } from './row-format';
import { SectionPlan } from './section-plan';

/** Substring of the keys that hold a version uid. */
const VERSION_KEY_PART = '_version_';

/**
 * Finds the form version of a submission: the newest that it names, or else the newest of all (contract-xlsform 4.2).
 * @param uids of the versions, oldest first
 */
function versionFinder(uids: readonly string[]): (submission: FlatSubmission) => string {
  const newest = uids.at(-1) ?? '';
  if (uids.length <= 1) return () => newest;
  const indexes = new Map(uids.map((uid, index) => [uid, index]));
  return (submission) => {
    let newestNamed = -1;
    for (const key in submission) {
      if (!key.includes(VERSION_KEY_PART)) continue;
      newestNamed = Math.max(newestNamed, indexes.get(submission[key] as string) ?? -1);
    }
    return uids[newestNamed] ?? newest;
  };
}

export interface ExportedForm {
  readonly title: string;
  /** Oldest first, at least one. Submissions of unknown versions count as of the newest. */
  readonly versions: readonly FormVersion[];
}

/** Repeat directly inside a section, in one version. */
interface NestedSection {
  readonly number: number;
  readonly path: string;
}

export class ExportPlan {
  readonly sections: readonly SectionPlan[];
  /** Indexed by section. A repeat without selected questions is hidden: its rows are only counted. */
  readonly isShown: readonly boolean[];
  readonly style: LabelStyle;
  private readonly nested: readonly ReadonlyMap<string, readonly NestedSection[]>[];
  private readonly findVersion: (submission: FlatSubmission) => string;

  constructor({ title, versions }: ExportedForm, requested: ExportOptions) {
    const isGeo = requested.type === 'geojson' || requested.type === 'kml';
    const options: ExportOptions = isGeo ? { ...requested, selectMode: 'summary' } : requested;
    const merged = mergeVersions(versions);
    const uids = versions.map(({ uid }) => uid);
    const nested = merged.map((section) => nestedSections(section, merged, uids));
    // Only workbooks have sheets for repeats.
    this.nested = options.type === 'xls' ? nested : merged.map(() => new Map());
    this.sections = merged.map((section, index) => {
      const hasChildRows = [...nested[index]!.values()].some((each) => each.length > 0);
      return new SectionPlan(section, section.name === '' ? title : section.name, options, hasChildRows);
    });
    this.isShown = this.sections.map(
      ({ section, questions }) => section.name === '' || options.fields.length === 0 || questions.length > 0,
    );
    this.style = new LabelStyle(options);
    this.findVersion = versionFinder(uids);
  }

  /** Calls `emit` for each row of a submission. @param counts rows by section so far; updated */
  forEachRow(submission: FlatSubmission, counts: number[], emit: (row: ExportRow) => void): void {
    const version = this.findVersion(submission);
    this.walk(0, version, submission, submission, undefined, counts, emit);
  }

  private walk(
    number: number,
    version: string,
    answers: FlatSubmission,
    submission: FlatSubmission,
    parent: RowPosition['parent'],
    counts: number[],
    emit: (row: ExportRow) => void,
  ): void {
    const section = this.sections[number]!;
    const index = (counts[number] ?? 0) + 1;
    counts[number] = index;
    if (this.isShown[number]) {
      const cells = section.row(version, answers, submission, { index, parent });
      emit({ section: number, index, version, answers, cells });
    }
    for (const nested of this.nested[number]!.get(version) ?? []) {
      const repetitions = answers[nested.path];
      if (!Array.isArray(repetitions)) continue;
      const parentRow = { title: section.title, index };
      for (const repetition of repetitions as unknown[]) {
        if (typeof repetition !== 'object' || repetition === null) continue;
        this.walk(nested.number, version, repetition as FlatSubmission, submission, parentRow, counts, emit);
      }
    }
  }
}

function nestedSections(
  { name }: MergedSection,
  sections: readonly MergedSection[],
  versions: readonly string[],
): Map<string, NestedSection[]> {
  return new Map(
    versions.map((version) => [
      version,
      sections.flatMap(({ parents, paths }, number) =>
        parents.get(version) === name ? [{ number, path: paths.get(version)! }] : [],
      ),
    ]),
  );
}
