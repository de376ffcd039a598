import { csvFormat } from './csv-format';
import type { SubmissionJson } from './column-group';
import type { ExportOptions } from './export-options';
import { type ExportedForm, ExportPlan } from './export-plan';
import { geoJsonFormat } from './geojson-format';
import { kmlFormat } from './kml-format';
import type { RowFormat } from './row-format';
import { xlsxFormat } from './xlsx-format';

/** Writes submissions as an export has them, one after the other. */
export class ExportText {
  readonly plan: ExportPlan;
  readonly format: RowFormat;

  constructor(form: ExportedForm, options: ExportOptions) {
    this.plan = new ExportPlan(form, options);
    this.format = formatOf(this.plan, form, options);
  }

  /**
   * Hands over the rows of one submission.
   * @param json of the submission
   * @param counts rows of each section so far; counted on
   */
  write(json: string, counts: number[], take: (section: number, text: string) => void): void {
    this.plan.rowsOf(JSON.parse(json) as SubmissionJson, counts, (row) => {
      take(row.section, this.format.row(row));
    });
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
