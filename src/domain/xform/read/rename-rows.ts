import { toXmlName } from '../xml/xml-names';
import { nameOf, TypedRow, withCells } from './survey-rows';

/** A row that got another name than its own. */
export interface RenamedRow {
  readonly row: number;
  readonly from: string;
  readonly to: string;
}

/**
 * Gives every node a valid name that no other has, as a preview does (contract-xlsform 2.5): of two the later one gets
 * a number. References keep meaning the first.
 */
export function renameRows(
  rows: readonly TypedRow[],
  rootName: string,
): { rows: readonly TypedRow[]; renamed: readonly RenamedRow[] } {
  const taken = new Set([rootName]);
  const renamed: RenamedRow[] = [];
  const named = rows.map((row) => {
    const wanted = row.type.startsWith('end_') || row.type === 'audit' ? undefined : nameOf(row);
    if (wanted === undefined) return row;
    const name = freeName(toXmlName(wanted), taken);
    taken.add(name);
    if (name === wanted) return row;
    renamed.push({ row: row.row, from: wanted, to: name });
    return withCells(row, { name });
  });
  return { rows: named, renamed };
}

function freeName(base: string, taken: ReadonlySet<string>): string {
  let name = base;
  for (let count = 1; taken.has(name); count++) name = `${base}_${String(count).padStart(3, '0')}`;
  return name;
}
