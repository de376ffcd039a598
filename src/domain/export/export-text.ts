import { csvFormat } from './csv-format';
import type { FlatSubmission } from './column-group';
import type { ExportOptions } from './export-options';
import { type ExportedForm, ExportPlan } from './export-plan';
import { geoJsonFormat } from './geojson-format';
import { kmlFormat } from './kml-format';
import type { RowFormat } from './row-format';
import { xlsxFormat } from './xlsx-format';

/** Formats submissions one by one as the text of an export. */
export class ExportText {
  readonly plan: ExportPlan;
  readonly format: RowFormat;

  constructor(form: ExportedForm, options: ExportOptions) {
    this.plan = new ExportPlan(form, options);
    this.format = formatOf(this.plan, form, options);
  }

  /**
   * Calls `emit` with the text of each row of a submission.
   * @param json the submission
   * @param counts rows by section so far; updated
   */
  write(json: string, counts: number[], emit: (section: number, text: string) => void): void {
    this.plan.forEachRow(JSON.parse(json) as FlatSubmission, counts, (row) => {
      emit(row.section, this.format.row(row));
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
