import { csvLine } from '../text/csv-line';
import type { ExportPlan } from './export-plan';
import type { RowFormat } from './row-format';

/** Formats the top level as CSV (contract-data 7.3). */
export function csvFormat({ sections }: ExportPlan): RowFormat {
  return {
    head: (section) => {
      const { headers, tags } = sections[section]!;
      return csvLine(headers) + (tags === undefined ? '' : csvLine(tags));
    },
    row: ({ cells }) => csvLine(cells),
    separator: '',
    tail: '',
  };
}
