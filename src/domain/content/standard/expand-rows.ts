import { FormProblem, rememberSourceRow, sourceRowOf } from '../form-problem';
import { FormSheet } from './column-header';
import { LooseRow } from './loose-content';
import { parseRowType } from './row-type';
import { parseTags } from './tags';
import { TranslationPlan } from './translations';
import { wordToBoolean } from './yes-no';

export interface ExpansionNotes {
  /** Where what can't be read is added. */
  readonly problems: FormProblem[];
  /** A type that is none is kept as typed, and no problem. */
  readonly keepsUnknownTypes: boolean;
}

/**
 * Rows of the survey or choices sheet with canonical columns (contract-xlsform 2.2, 2.3): spellings resolved,
 * texts gathered into one list per column, empty cells gone, types split. New objects; the given rows stay as they are.
 */
export function expandRows(
  sheet: FormSheet,
  rows: readonly LooseRow[],
  plan: TranslationPlan,
  notes: ExpansionNotes,
): LooseRow[] {
  const places = new Map(plan.translations.map((language, index) => [language, index]));
  return rows.map((row, index) => {
    const expanded = new RowExpansion(sheet, plan, places, notes, sourceRowOf(row, index));
    for (const key in row) expanded.take(key, row[key]);
    const result = expanded.finish();
    rememberSourceRow(result, sourceRowOf(row, index));
    return result;
  });
}

/** One row on its way into standard form. */
class RowExpansion {
  private readonly row: LooseRow = {};

  constructor(
    private readonly sheet: FormSheet,
    private readonly plan: TranslationPlan,
    private readonly places: ReadonlyMap<string | null, number>,
    private readonly notes: ExpansionNotes,
    private readonly rowNumber: number,
  ) {}

  take(key: string, cell: unknown): void {
    if (cell === null || cell === undefined || cell === '') return;
    const header = this.plan.headers[this.sheet].get(key);
    const column = header?.column ?? key;
    if (this.plan.translated.has(column)) this.takeText(column, header?.language ?? null, cell);
    else if (Object.hasOwn(this.row, column) && this.row[column] !== cell) this.reportClash(key, column);
    else this.row[column] = cell;
  }

  finish(): LooseRow {
    const { row } = this;
    if (this.sheet === 'survey') {
      this.splitType();
      if (typeof row.required === 'string') row.required = wordToBoolean(row.required);
      if ('tags' in row || 'hxl' in row) this.gatherTags();
    } else {
      this.nameAsText('list_name');
    }
    this.nameAsText('name');
    return row;
  }

  private takeText(column: string, language: string | null, cell: unknown): void {
    const texts = this.row[column];
    if (Array.isArray(cell)) {
      this.row[column] = this.padded(column, cell);
      return;
    }
    const list: unknown[] = Array.isArray(texts) ? texts : this.plan.translations.map(() => null);
    const text = this.asText(column, cell);
    const place = this.places.get(language) ?? 0;
    if (list[place] !== null && list[place] !== text) this.reportClash(column, column);
    list[place] = text;
    this.row[column] = list;
  }

  /** A list as long as there are translations, at least. */
  private padded(column: string, cell: readonly unknown[]): (string | null)[] {
    const texts = cell.map((text) => (text === null || text === '' ? null : this.asText(column, text)));
    while (texts.length < this.plan.translations.length) texts.push(null);
    return texts;
  }

  private asText(column: string, cell: unknown): string | null {
    if (typeof cell === 'string') return cell;
    if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell);
    this.report(column, 'write text, or a list with one text per translation.');
    return null;
  }

  private splitType(): void {
    const { type } = this.row;
    if (type === undefined) return;
    if (typeof type !== 'string') {
      this.report('type', 'write the type as text.');
      return;
    }
    const parsed = parseRowType(type);
    if (!('problem' in parsed)) Object.assign(this.row, parsed);
    else if (!this.notes.keepsUnknownTypes) this.report('type', parsed.problem);
  }

  private gatherTags(): void {
    const tags = parseTags(this.row.tags, this.row.hxl);
    delete this.row.hxl;
    if (tags.length > 0) this.row.tags = tags;
    else delete this.row.tags;
  }

  /** Names are text, also where a spreadsheet or a program made a number of them. */
  private nameAsText(column: string): void {
    const name = this.row[column];
    if (typeof name === 'number' || typeof name === 'boolean') this.row[column] = String(name);
    else if (name !== undefined && typeof name !== 'string') this.report(column, 'write the name as text.');
  }

  private reportClash(key: string, column: string): void {
    this.report(key, `two columns mean "${column}" and differ here; keep one of them.`);
  }

  private report(column: string, message: string): void {
    this.notes.problems.push({ sheet: this.sheet, row: this.rowNumber, column, message });
  }
}
