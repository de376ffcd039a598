import type { FormVersion } from '../form-history/form-version';
import { type MergedSection, mergeVersions } from '../form-history/merged-schema';
import type { SubmissionJson } from './column-group';
import type { ExportOptions } from './export-options';
import { LabelStyle } from './label-style';
import type { RowPlace } from './last-columns';
import type { ExportRow } from './row-format';
import { SectionPlan } from './section-plan';
import { versionFinder } from './submission-version';

/** The form that is exported. */
export interface ExportedForm {
  readonly title: string;
  /** Oldest first; at least one. Submissions of others count as of the newest. */
  readonly versions: readonly FormVersion[];
}

/** A repeat within a section, in one version. */
interface InnerSection {
  readonly number: number;
  readonly path: string;
}

/** The sections of an export and how submissions become rows of them. */
export class ExportPlan {
  /** The top level first. */
  readonly sections: readonly SectionPlan[];
  /** Whether a section is shown: one of which no question was asked for only counts its rows. */
  readonly isShown: readonly boolean[];
  readonly style: LabelStyle;
  private readonly inner: readonly ReadonlyMap<string, readonly InnerSection[]>[];
  private readonly versionOf: (submission: SubmissionJson) => string;

  constructor({ title, versions }: ExportedForm, asked: ExportOptions) {
    const isPlaces = asked.type === 'geojson' || asked.type === 'kml';
    const options: ExportOptions = isPlaces ? { ...asked, selectMode: 'summary' } : asked;
    const merged = mergeVersions(versions);
    const uids = versions.map(({ uid }) => uid);
    const inner = merged.map((section) => innerSections(section, merged, uids));
    // Only workbooks have room for repeats.
    this.inner = options.type === 'xls' ? inner : merged.map(() => new Map());
    this.sections = merged.map((section, index) => {
      const hasRowsBelow = [...inner[index]!.values()].some((each) => each.length > 0);
      return new SectionPlan(section, section.name === '' ? title : section.name, options, hasRowsBelow);
    });
    this.isShown = this.sections.map(
      ({ section, questions }) => section.name === '' || options.fields.length === 0 || questions.length > 0,
    );
    this.style = new LabelStyle(options);
    this.versionOf = versionFinder(uids);
  }

  /** Hands over the rows of one submission. @param counts rows of each section so far; counted on */
  rowsOf(submission: SubmissionJson, counts: number[], take: (row: ExportRow) => void): void {
    const version = this.versionOf(submission);
    this.walk(0, version, submission, submission, undefined, counts, take);
  }

  private walk(
    number: number,
    version: string,
    answers: SubmissionJson,
    submission: SubmissionJson,
    parent: RowPlace['parent'],
    counts: number[],
    take: (row: ExportRow) => void,
  ): void {
    const section = this.sections[number]!;
    const index = (counts[number] ?? 0) + 1;
    counts[number] = index;
    if (this.isShown[number]) {
      const cells = section.row(version, answers, submission, { index, parent });
      take({ section: number, index, version, answers, cells });
    }
    for (const inner of this.inner[number]!.get(version) ?? []) {
      const copies = answers[inner.path];
      if (!Array.isArray(copies)) continue;
      const around = { title: section.title, index };
      for (const copy of copies as unknown[]) {
        if (typeof copy !== 'object' || copy === null) continue;
        this.walk(inner.number, version, copy as SubmissionJson, submission, around, counts, take);
      }
    }
  }
}

function innerSections(
  { name }: MergedSection,
  sections: readonly MergedSection[],
  versions: readonly string[],
): Map<string, InnerSection[]> {
  return new Map(
    versions.map((version) => [
      version,
      sections.flatMap(({ parents, paths }, number) =>
        parents.get(version) === name ? [{ number, path: paths.get(version)! }] : [],
      ),
    ]),
  );
}
