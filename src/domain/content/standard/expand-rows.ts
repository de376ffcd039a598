import { FormProblem, setSourceRow, sourceRowOf } from '../form-problem';
import { FormSheet } from './column-header';
import { RawRow } from './raw-content';
import { parseRowType } from './row-type';
import { parseTags, parseYesNo } from './standard-rows';
import { TranslationPlan } from './translations';

interface ExpansionOptions {
  readonly problems: FormProblem[];
  /** Keeps unknown types as typed instead of reporting them. */
  readonly allowsUnknownTypes: boolean;
  /** Keeps the type `trigger`, which KoboToolbox replaces by `acknowledge`. */
  readonly keepsTriggers: boolean;
}

/**
 * Expands rows of the survey or choices sheet to canonical columns (contract-xlsform 2.2, 2.3): resolves aliases,
 * collects texts into one list per column, drops empty cells, splits types. Does not modify the given rows.
 */
export function expandRows(
  sheet: FormSheet,
  rows: readonly RawRow[],
  plan: TranslationPlan,
  options: ExpansionOptions,
): RawRow[] {
  const languageIndexes = new Map(plan.translations.map((language, index) => [language, index]));
  return rows.map((row, index) => {
    const rowNumber = sourceRowOf(row, index);
    const expanded = new RowExpander(sheet, plan, languageIndexes, options, rowNumber);
    for (const key in row) expanded.addCell(key, row[key]);
    return setSourceRow(expanded.finish(), rowNumber);
  });
}

class RowExpander {
  private readonly row: RawRow = {};

  constructor(
    private readonly sheet: FormSheet,
    private readonly plan: TranslationPlan,
    private readonly languageIndexes: ReadonlyMap<string | null, number>,
    private readonly options: ExpansionOptions,
    private readonly rowNumber: number,
  ) {}

  addCell(key: string, cell: unknown): void {
    if (cell === null || cell === undefined || cell === '') return;
    const header = this.plan.headers[this.sheet].get(key);
    const column = header?.column ?? key;
    if (this.plan.translated.has(column)) this.addText(column, header?.language ?? null, cell);
    else if (Object.hasOwn(this.row, column) && this.row[column] !== cell) this.reportClash(key, column);
    else this.row[column] = cell;
  }

  finish(): RawRow {
    const { row } = this;
    if (this.sheet === 'survey') {
      this.splitType();
      if (typeof row.required === 'string') row.required = parseYesNo(row.required) ?? row.required;
      if ('tags' in row || 'hxl' in row) this.mergeTags();
    } else {
      this.stringifyName('list_name');
    }
    this.stringifyName('name');
    return row;
  }

  private addText(column: string, language: string | null, cell: unknown): void {
    const texts = this.row[column];
    if (Array.isArray(cell)) {
      this.row[column] = this.pad(column, cell);
      return;
    }
    const list: unknown[] = Array.isArray(texts) ? texts : this.plan.translations.map(() => null);
    const text = this.asText(column, cell);
    const index = this.languageIndexes.get(language) ?? 0;
    if (list[index] !== null && list[index] !== text) this.reportClash(column, column);
    list[index] = text;
    this.row[column] = list;
  }

  /** Pads a list with null to one entry per translation. */
  private pad(column: string, cell: readonly unknown[]): (string | null)[] {
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
    if (this.options.keepsTriggers && type.trim() === 'trigger') return;
    const parsed = parseRowType(type);
    if (!('problem' in parsed)) Object.assign(this.row, parsed);
    else if (!this.options.allowsUnknownTypes) this.report('type', parsed.problem);
  }

  private mergeTags(): void {
    const tags = parseTags(this.row.tags, this.row.hxl);
    delete this.row.hxl;
    if (tags.length > 0) this.row.tags = tags;
    else delete this.row.tags;
  }

  /** Spreadsheets and programs may turn names into numbers. */
  private stringifyName(column: string): void {
    const name = this.row[column];
    if (typeof name === 'number' || typeof name === 'boolean') this.row[column] = String(name);
    else if (name !== undefined && typeof name !== 'string') this.report(column, 'write the name as text.');
  }

  private reportClash(key: string, column: string): void {
    this.report(key, `two columns mean "${column}" and differ here; keep one of them.`);
  }

  private report(column: string, message: string): void {
    this.options.problems.push({ sheet: this.sheet, row: this.rowNumber, column, message });
  }
}
