import { QuestionType } from './question-types';
import { parseYesNo } from '../../content/standard/standard-rows';

/** Cleaned cells of a row by column: trimmed texts, no empty cells. Translated columns hold arrays. */
export type Cells = Readonly<Record<string, unknown>>;

/** Cells of a row with its position in the sheet. */
export interface SheetRow {
  /** Row number as a spreadsheet shows it. */
  readonly row: number;
  readonly cells: Cells;
  /** For generated rows: column → the column in which the author wrote its text. */
  readonly sourceColumns?: Readonly<Record<string, string>>;
}

const NEEDS_CLEANING = /^\s|\s$| {2}|[\u2018\u2019\u201C\u201D]/;

/**
 * Cleans a text (contract-xlsform 3.2, clean_text_values): trims it and straightens curly quotes; with `collapse`
 * replaces runs of spaces by one. Keeps line breaks: labels are Markdown.
 */
export function cleanText(text: string, collapse: boolean): string {
  if (!NEEDS_CLEANING.test(text)) return text;
  const trimmed = text
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201C\u201D]/g, '"')
    .trim();
  return collapse ? trimmed.replace(/ {2,}/g, ' ') : trimmed;
}

/** Cleans every text of a row and drops empty cells. Numbers become texts. */
export function cleanCells(row: Readonly<Record<string, unknown>>, collapse: boolean): Cells {
  const cells: Record<string, unknown> = {};
  for (const column in row) {
    const value = cleanValue(row[column], collapse);
    // Assigning __proto__ would replace the prototype of the object.
    if (value !== undefined && column !== '__proto__') cells[column] = value;
  }
  return cells;
}

function cleanValue(value: unknown, collapse: boolean): unknown {
  if (typeof value === 'string') return cleanText(value, collapse) || undefined;
  if (typeof value === 'number') return String(value);
  if (!Array.isArray(value)) return value ?? undefined;
  return value.map((entry: unknown) =>
    typeof entry === 'string' ? cleanText(entry, collapse) || null : null,
  );
}

/** Text of a cell; undefined when it is empty or not a text. Booleans become `true` and `false`. */
export function cellText(cells: Cells, column: string): string | undefined {
  const value = cells[column];
  if (typeof value === 'string') return value;
  return typeof value === 'boolean' ? String(value) : undefined;
}

/** Converts yes/no/true/false to XPath; returns other expressions unchanged (contract-xlsform 3.4). */
export function asCondition(text: string): string {
  const word = parseYesNo(text);
  return word === undefined ? text : word ? 'true()' : 'false()';
}

interface FormNodeBase {
  readonly name: string;
  /** Absolute path with the root: `/data/household/age`. */
  readonly path: string;
  readonly depth: number;
  /** Innermost repeat that contains this node, excluding itself. */
  readonly repeat: FormRepeat | null;
  readonly row: number;
  readonly cells: Cells;
  readonly sourceColumns?: Readonly<Record<string, string>>;
}

interface ChildNodeBase extends FormNodeBase {
  readonly parent: FormContainer;
}

export interface FormQuestion extends ChildNodeBase {
  readonly kind: 'question';
  readonly type: QuestionType;
}

export interface FormGroup extends ChildNodeBase {
  readonly kind: 'group';
  readonly children: FormNode[];
}

export interface FormRepeat extends ChildNodeBase {
  readonly kind: 'repeat';
  readonly children: FormNode[];
}

export interface FormRoot extends FormNodeBase {
  readonly kind: 'root';
  readonly parent: null;
  readonly children: FormNode[];
}

export type FormContainer = FormRoot | FormGroup | FormRepeat;

export type FormNode = FormQuestion | FormGroup | FormRepeat;

/** Creates an empty form. @param cells attributes of the root, as columns such as `bind::x` */
export function createRoot(name: string, cells: Cells = {}): FormRoot {
  return {
    kind: 'root',
    name,
    path: `/${name}`,
    depth: 1,
    parent: null,
    repeat: null,
    row: 2,
    cells,
    children: [],
  };
}

/** Yields every node below a container in document order (pre-order). */
export function* descendants(container: FormContainer): Generator<FormNode> {
  for (const child of container.children) {
    yield child;
    if (child.kind !== 'question') yield* descendants(child);
  }
}

/**
 * True when the question has a control in the body. A calculated or triggered question without label and hint has none
 * (contract-xlsform 3.3).
 */
export function hasControl({ type, cells }: FormQuestion): boolean {
  if (type.control === undefined) return false;
  const isComputed = cells['calculation'] !== undefined || cells['trigger'] !== undefined;
  return !isComputed || cells['label'] !== undefined || cells['hint'] !== undefined;
}

/** XPath context node of an expression, as far as relative paths depend on it. Every node is one. */
export interface ContextNode {
  readonly path: string;
  readonly depth: number;
  readonly repeat: FormRepeat | null;
}

/** True when the repeat `ancestor` contains `node`; a node does not contain itself. */
export function isInside(node: ContextNode, ancestor: FormRepeat): boolean {
  for (let repeat = node.repeat; repeat !== null; repeat = repeat.repeat)
    if (repeat === ancestor) return true;
  return false;
}
