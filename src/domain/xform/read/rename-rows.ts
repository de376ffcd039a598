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
  const names = new TakenNames(rootName);
  const renamed: RenamedRow[] = [];
  const named = rows.map((row) => {
    const requested = row.type.startsWith('end_') || row.type === 'audit' ? undefined : nameOf(row);
    if (requested === undefined) return row;
    const name = names.reserve(toXmlName(requested));
    if (name === requested) return row;
    renamed.push({ row: row.row, from: requested, to: name });
    return withCells(row, { name });
  });
  return { rows: named, renamed };
}

/** Names in use. Stores the last number of each name, so that many rows of one name take linear time. */
class TakenNames {
  private readonly names: Set<string>;
  private readonly counts = new Map<string, number>();

  constructor(rootName: string) {
    this.names = new Set([rootName]);
  }

  /** Reserves the name, or the name with the first free number appended. */
  reserve(base: string): string {
    let name = base;
    let count = this.counts.get(base) ?? 0;
    while (this.names.has(name)) name = `${base}_${String(++count).padStart(3, '0')}`;
    this.counts.set(base, count);
    this.names.add(name);
    return name;
  }
}
