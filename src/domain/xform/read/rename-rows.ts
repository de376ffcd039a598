import { toXmlName } from '../xml/xml-names';
import { nameOf, TypedRow, withCells } from './survey-rows';

export interface RenamedRow {
  readonly row: number;
  readonly from: string;
  readonly to: string;
}

/**
 * Makes every name valid and unique, as for a preview (contract-xlsform 2.5): the later of two nodes gets a number, and
 * references resolve to the first.
 */
export function renameRows(
  rows: readonly TypedRow[],
  rootName: string,
): { rows: readonly TypedRow[]; renamed: readonly RenamedRow[] } {
  const taken = new Set([rootName]);
  /** Last number of each name, so that many rows of one name take linear time. */
  const counts = new Map<string, number>();
  const reserve = (base: string): string => {
    let name = base;
    let count = counts.get(base) ?? 0;
    while (taken.has(name)) name = `${base}_${String(++count).padStart(3, '0')}`;
    counts.set(base, count);
    taken.add(name);
    return name;
  };
  const renamed: RenamedRow[] = [];
  const named = rows.map((row) => {
    const requested = row.type.startsWith('end_') || row.type === 'audit' ? undefined : nameOf(row);
    if (requested === undefined) return row;
    const name = reserve(toXmlName(requested));
    if (name === requested) return row;
    renamed.push({ row: row.row, from: requested, to: name });
    return withCells(row, { name });
  });
  return { rows: named, renamed };
}
