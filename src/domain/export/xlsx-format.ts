import { rowXml } from '../xlsform/write/xlsx-cells';
import type { ExportCell } from './export-cell';
import type { ExportPlan } from './export-plan';
import type { RowFormat } from './row-format';

/** Limit of Excel, in UTF-16 code units. */
const MAX_CELL_CHARACTERS = 32_767;
const TRUNCATION_WARNING = '<WARNING: Truncated to 32,767 characters, the limit of a workbook cell> ';

/** Formats each section as the rows of a sheet. */
export function xlsxFormat({ sections }: ExportPlan): RowFormat {
  const headers = (section: number): readonly (readonly string[])[] => {
    const { headers, tags } = sections[section]!;
    return tags === undefined ? [headers] : [headers, tags];
  };
  return {
    head: (section) =>
      headers(section)
        .map((cells, index) => rowXml(index + 1, cells.map(truncateCell)))
        .join(''),
    row: ({ section, cells, index }) => rowXml(headers(section).length + index, cells.map(truncateCell)),
    separator: '',
    tail: '',
  };
}

function truncateCell(cell: ExportCell): ExportCell {
  if (typeof cell !== 'string' || cell.length <= MAX_CELL_CHARACTERS) return cell;
  return (
    TRUNCATION_WARNING +
    cell.slice(0, MAX_CELL_CHARACTERS - TRUNCATION_WARNING.length).replace(/\p{Surrogate}$/u, '')
  );
}
