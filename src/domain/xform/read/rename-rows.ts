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
  const taken = new TakenNames(rootName);
  const renamed: RenamedRow[] = [];
  const named = rows.map((row) => {
    const wanted = row.type.startsWith('end_') || row.type === 'audit' ? undefined : nameOf(row);
    if (wanted === undefined) return row;
    const name = taken.take(toXmlName(wanted));
    if (name === wanted) return row;
    renamed.push({ row: row.row, from: wanted, to: name });
    return withCells(row, { name });
  });
  return { rows: named, renamed };
}

/** Names in use. Remembers how far it has counted, so that ten thousand rows of one name take no longer than others. */
class TakenNames {
  private readonly names: Set<string>;
  private readonly counts = new Map<string, number>();

  constructor(rootName: string) {
    this.names = new Set([rootName]);
  }

  /** The name itself, or with the first free number behind it. */
  take(base: string): string {
    let name = base;
    let count = this.counts.get(base) ?? 0;
    while (this.names.has(name)) name = `${base}_${String(++count).padStart(3, '0')}`;
    this.counts.set(base, count);
    this.names.add(name);
    return name;
  }
}
