import { csvFormat } from './csv-format';
import type { SubmissionJson } from './column-group';
import type { ExportOptions } from './export-options';
import { type ExportedForm, ExportPlan } from './export-plan';
import { geoJsonFormat } from './geojson-format';
import { kmlFormat } from './kml-format';
import type { RowFormat } from './row-format';
import { xlsxFormat } from './xlsx-format';

/** The text of submissions, section by section; all but the first are empty outside of workbooks. */
export interface SectionTexts {
  readonly texts: readonly string[];
  /** Rows of each section up to here. */
  readonly counts: readonly number[];
}

/** Writes submissions as an export has them, so many at a time. */
export class ExportText {
  readonly plan: ExportPlan;
  readonly format: RowFormat;

  constructor(form: ExportedForm, options: ExportOptions) {
    this.plan = new ExportPlan(form, options);
    this.format = formatOf(this.plan, form, options);
  }

  /**
   * The rows of some submissions.
   * @param submissions JSON of each
   * @param before rows of each section that were written before these
   */
  write(submissions: readonly string[], before: readonly number[]): SectionTexts {
    const texts = this.plan.sections.map(() => '');
    const counts = this.plan.sections.map((_, section) => before[section] ?? 0);
    for (const json of submissions) {
      this.plan.rowsOf(JSON.parse(json) as SubmissionJson, counts, (row) => {
        texts[row.section] += this.format.row(row);
      });
    }
    return { texts, counts };
  }
}

function formatOf(plan: ExportPlan, form: ExportedForm, options: ExportOptions): RowFormat {
  switch (options.type) {
    case 'xls':
      return xlsxFormat(plan);
    case 'geojson':
      return geoJsonFormat(plan, form, options);
    case 'kml':
      return kmlFormat(plan, form);
    case 'csv':
    case 'spss_labels':
      return csvFormat(plan);
  }
}
