import { SurveyRow } from '../../content/content';
import { sourceRowOf } from '../../content/form-problem';
import { Cells, cellText, cleanCells, SheetRow } from '../form/form-tree';
import { ProblemLog } from '../form/problem-log';
import { parseYesNo } from '../../content/standard/standard-rows';
import { noteName } from '../../content/standard/row-names';
import { toXmlName } from '../xml/xml-tree';

export interface TypedRow extends SheetRow {
  readonly type: string;
  /** True for a row that a loop copied, each copy in its own group. */
  readonly fromLoop?: boolean;
}

/**
 * Reads the rows of the survey: cleaned, types normalized, disabled and empty rows skipped. A row with cells but without a
 * type is refused.
 */
export function readSurveyRows(
  survey: readonly SurveyRow[],
  collapseSpaces: boolean,
  log: ProblemLog,
): TypedRow[] {
  const rows: TypedRow[] = [];
  survey.forEach((source, index) => {
    const row = sourceRowOf(source, index);
    const cells = cleanCells(source, collapseSpaces);
    const disabled = cellText(cells, 'disabled');
    if (disabled !== undefined) {
      log.warn(
        { sheet: 'survey', row, column: 'disabled' },
        'This column is no longer part of XLSForm. Use relevant to hide a question.',
      );
      if (parseYesNo(disabled) === true) return;
    }
    const type = cellText(cells, 'type');
    if (type !== undefined) {
      rows.push({ row, cells, type: canonicalSpelling(type) });
    } else if (Object.keys(cells).some((column) => !column.startsWith('$'))) {
      log.refuse(
        { sheet: 'survey', row, column: 'type' },
        'The row has no type. Give it one, such as text, or empty the row.',
      );
    }
  });
  return rows;
}

const SECTION = /^(begin|end)[ _](group|lgroup|repeat|looped group)$/i;

function canonicalSpelling(type: string): string {
  const section = SECTION.exec(type);
  if (section === null) return type;
  const kind = section[2]!.toLowerCase();
  return `${section[1]!.toLowerCase()}_${kind === 'group' ? 'group' : 'repeat'}`;
}

/** Creates a row derived from another one; its problems have the row number of that one. */
export function generatedRow(
  from: SheetRow,
  type: string,
  cells: Cells,
  sourceColumns: Readonly<Record<string, string>> = {},
): TypedRow {
  return { row: from.row, type, cells: { ...cells, type }, sourceColumns };
}

/** Copies a row with some cells replaced; undefined removes a cell. */
export function withCells(row: TypedRow, changes: Cells): TypedRow {
  const cells = Object.fromEntries(
    Object.entries({ ...row.cells, ...changes }).filter(([, value]) => value !== undefined),
  );
  return { ...row, cells };
}

/** Name of the node: the name cell, else the generated $autoname (contract-xlsform 2.5). */
export function nameOf(row: TypedRow): string | undefined {
  if (row.type === 'audit') return cellText(row.cells, 'name') ?? 'audit';
  const name = cellText(row.cells, 'name') ?? cellText(row.cells, '$autoname');
  return name ?? (row.type === 'note' ? noteName(row.row) : undefined);
}

export interface RenamedRow {
  readonly row: number;
  readonly from: string;
  readonly to: string;
}

/**
 * Makes every name valid and unique, as for a preview (contract-xlsform 2.5): the later of two nodes gets a number, and
 * references resolve to the first. Equal names in different groups stay where nothing refers to them, since deployed forms
 * have such names: an edit of a submission finds its answers by path.
 * @param referenced names in `${…}`
 */
export function renameRows(
  rows: readonly TypedRow[],
  rootName: string,
  referenced: ReadonlySet<string>,
): { rows: readonly TypedRow[]; renamed: readonly RenamedRow[] } {
  const all = new TakenNames(rootName);
  const open = [new TakenNames(rootName)];
  const renamed: RenamedRow[] = [];
  const named = rows.map((row) => {
    if (row.type.startsWith('end_') && open.length > 1) open.pop();
    const requested = row.type.startsWith('end_') || row.type === 'audit' ? undefined : nameOf(row);
    const siblings = open.at(-1)!;
    if (row.type.startsWith('begin_')) open.push(new TakenNames(rootName));
    if (requested === undefined) return row;
    const base = toXmlName(requested);
    const name = referenced.has(requested) ? all.reserve(base, siblings) : siblings.reserve(base);
    if (name === requested) return row;
    renamed.push({ row: row.row, from: requested, to: name });
    return withCells(row, { name });
  });
  return { rows: named, renamed };
}

class TakenNames {
  private readonly taken: Set<string>;
  /** Last number of each name, so that many rows of one name take linear time. */
  private readonly counts = new Map<string, number>();

  constructor(rootName: string) {
    this.taken = new Set([rootName]);
  }

  /** @param others in which the name must be free as well */
  reserve(base: string, others?: TakenNames): string {
    let name = base;
    let count = this.counts.get(base) ?? 0;
    while (this.taken.has(name) || others?.taken.has(name) === true)
      name = `${base}_${String(++count).padStart(3, '0')}`;
    this.counts.set(base, count);
    this.taken.add(name);
    others?.taken.add(name);
    return name;
  }
}

/** Translatable text (label, hint, message): one for every language, or one entry per entry of `Languages.names`. */
export type FormText = string | readonly (string | null)[];

/** Language of texts without one in a form without default_language (contract-xlsform 3.6). */
const UNNAMED_LANGUAGE = 'default';

/** Languages of a form and the rules for text without a language. */
export class Languages {
  readonly names: readonly string[];
  readonly defaultName: string;
  /** Index in `names` for each entry of `content.translations`. */
  private readonly positions: readonly number[];
  /** Index in `content.translations` of the column without a language; -1 if none. */
  private readonly plainIndex: number;
  /** True when `names` and the translations correspond one to one. */
  private readonly isDirect: boolean;

  constructor(translations: readonly (string | null)[], defaultLanguage: string | undefined) {
    this.defaultName = defaultLanguage ?? UNNAMED_LANGUAGE;
    const asWritten = translations.map((translation) => translation ?? this.defaultName);
    const isDefaultNamed = defaultLanguage !== undefined || translations.length === 0;
    this.names = [...new Set(isDefaultNamed ? [...asWritten, this.defaultName] : asWritten)];
    this.positions = asWritten.map((name) => this.names.indexOf(name));
    this.plainIndex = translations.indexOf(null);
    this.isDirect = this.names.length === asWritten.length;
  }

  /**
   * Reads a cell: a plain text, an array by translation, or nothing. If its only text is the one without a language, it
   * is plain and shown in every language.
   */
  read(cell: unknown): FormText | undefined {
    if (typeof cell === 'string') return cell;
    if (!Array.isArray(cell)) return undefined;
    const texts = cell as readonly (string | null)[];
    let filled = 0;
    for (const text of texts) if (text !== null) filled++;
    if (filled === 0) return undefined;
    const plain = texts[this.plainIndex] ?? null;
    if (filled === 1 && plain !== null) return plain;
    // Fast path: most forms list each language once, so the order is right already.
    if (this.isDirect && texts.length === this.names.length) return texts;
    const byLanguage = new Array<string | null>(this.names.length).fill(null);
    for (const [index, text] of texts.entries()) {
      const position = this.positions[index];
      if (text === null || position === undefined) continue;
      // The column of the default language takes precedence over the column without a language.
      if (index !== this.plainIndex || byLanguage[position] === null) byLanguage[position] = text;
    }
    return byLanguage;
  }

  /** Text per language. A plain text belongs to the default language; without a default language it is the same in all. */
  perLanguage(text: FormText): readonly (string | null)[] {
    if (typeof text !== 'string') return text;
    const hasDefault = this.names.includes(this.defaultName);
    return this.names.map((name) => (!hasDefault || name === this.defaultName ? text : null));
  }
}

/** All texts that are not null. */
export function textsOf(text: FormText): string[] {
  return typeof text === 'string' ? [text] : text.filter((entry): entry is string => entry !== null);
}
