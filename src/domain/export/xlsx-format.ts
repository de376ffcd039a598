import { rowXml } from '../xlsform/write/xlsx-cells';
import type { ExportCell } from './export-cell';
import type { ExportPlan } from './export-plan';
import type { RowFormat } from './row-format';

/** What a cell of a workbook holds at most, in UTF-16 units. */
const MOST_CHARACTERS = 32_767;
const WARNING = '<WARNING: Truncated to what a cell of a workbook holds> ';

/** Each section as the rows of a sheet. */
export function xlsxFormat({ sections }: ExportPlan): RowFormat {
  const headers = (section: number): readonly (readonly string[])[] => {
    const { headers, tags } = sections[section]!;
    return tags === undefined ? [headers] : [headers, tags];
  };
  return {
    head: (section) =>
      headers(section)
        .map((cells, index) => rowXml(index + 1, cells.map(fitting)))
        .join(''),
    row: ({ section, cells, index }) => rowXml(headers(section).length + index, cells.map(fitting)),
    separator: '',
    tail: '',
  };
}

function fitting(cell: ExportCell): ExportCell {
  if (typeof cell !== 'string' || cell.length <= MOST_CHARACTERS) return cell;
  return WARNING + cell.slice(0, MOST_CHARACTERS - WARNING.length).replace(/\p{Surrogate}$/u, '');
}
