import { mergeVersions, sectionsAround } from '../form-history/merged-schema';
import type { ChoiceFiles } from '../form-history/choice-file';
import type { FormVersion } from '../form-history/version-schema';
import type { QuestionFeature } from '../supplement/question-feature';
import { answerAt, type FlatSubmission, LabelStyle } from './column-group';
import { type ExportOptions, isTableType } from './export-request';
import type { ExportRow } from './row-format';
import { SectionPlan } from './section-plan';
import { isSubmissionKey, type RowPosition } from './system-column';
import { tableNames } from './export-file-name';
import { type NestedSections, nestedSections, rowsOfRepeats } from './nested-sections';

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
  /** Choices of selects from files. */
  readonly files?: ChoiceFiles;
  /** Columns of the newest version only; submissions of all versions are read. */
  readonly newestOnly?: boolean;
  /** Of questions; each adds columns. */
  readonly features?: readonly QuestionFeature[];
}

type ParentRow = NonNullable<RowPosition['parent']> & {
  /** Undefined if its section is hidden. */
  readonly row: ExportRow | undefined;
};

export class ExportPlan {
  readonly sections: readonly SectionPlan[];
  /** Indexed by section. A repeat without selected questions is hidden, and one of former versions: rows are only counted. */
  readonly isShown: readonly boolean[];
  readonly style: LabelStyle;
  /** Names of `fields` without a column. */
  readonly unknownFields: readonly string[];
  private readonly nested: readonly NestedSections[];
  private readonly findVersion: (submission: FlatSubmission) => string;

  constructor(
    { title, versions, files = {}, newestOnly = false, features = [] }: ExportedForm,
    requested: ExportOptions,
  ) {
    const isGeo = requested.type === 'geojson' || requested.type === 'kml';
    const options: ExportOptions = {
      ...requested,
      ...(isGeo && { selectMode: 'summary' }),
      fields: withStatus(requested.fields, versions),
    };
    const uids = versions.map(({ uid }) => uid);
    const all = mergeVersions(versions, files);
    const newest = uids.at(-1) ?? '';
    const merged = newestOnly ? sectionsAround(all, newest) : all;
    const nested = merged.map((section) => nestedSections(section, merged, uids));
    const hasTables = isTableType(options.type);
    this.nested = rowsOfRepeats(options.type, nested, merged);
    const titles = hasTables ? tableNames(merged) : merged.map(({ name }) => (name === '' ? title : name));
    this.sections = merged.map((section, index) => {
      const hasChildRows = [...nested[index]!.values()].some((each) => each.length > 0);
      // Supplements belong to a submission, not to a repetition.
      const own = section.name === '' ? features : [];
      return new SectionPlan(
        section,
        titles[index]!,
        options,
        // Columns of the newest version read earlier ones too, with their repeats.
        nestedSections(section, all, uids),
        hasTables || hasChildRows,
        own,
        newestOnly ? 'newest' : 'own',
      );
    });
    this.isShown = this.sections.map(
      ({ section, questions }) =>
        (!newestOnly || section.paths.has(newest)) &&
        (section.name === '' || isGeo || options.fields.length === 0 || questions.length > 0),
    );
    this.style = new LabelStyle(options);
    this.unknownFields = requested.fields.filter(
      (name) => !isSubmissionKey(name) && !this.sections.some(({ selectedNames }) => selectedNames.has(name)),
    );
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
    parent: ParentRow | undefined,
    counts: number[],
    emit: (row: ExportRow) => void,
  ): void {
    const section = this.sections[number]!;
    const index = (counts[number] ?? 0) + 1;
    counts[number] = index;
    let row: ExportRow | undefined;
    if (this.isShown[number]) {
      const cells = section.row(version, answers, submission, { index, parent });
      row = { section: number, index, version, answers, submission, cells, parent: parent?.row };
      emit(row);
    }
    for (const nested of this.nested[number]!.get(version) ?? []) {
      const parentRow = { title: section.title, index, row };
      for (const repetition of repetitionsOf(answerAt(answers, nested.path))) {
        if (typeof repetition !== 'object' || repetition === null) continue;
        this.walk(nested.number, version, repetition as FlatSubmission, submission, parentRow, counts, emit);
      }
    }
  }
}

/** A single copy may be stored without a list around it. */
function repetitionsOf(answer: unknown): readonly unknown[] {
  return Array.isArray(answer) ? (answer as unknown[]) : [answer];
}

/** Adds `_status` to selected fields if a version encrypts: rows without answers say why. */
function withStatus(fields: readonly string[], versions: readonly FormVersion[]): readonly string[] {
  const encrypts = versions.some(({ content }) => (content.settings.public_key ?? '') !== '');
  return encrypts && fields.length > 0 ? [...fields, '_status'] : fields;
}
