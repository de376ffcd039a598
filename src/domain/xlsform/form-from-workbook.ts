import { throwIfAny, FormProblem, setSourceRow } from '../content/form-problem';
import { withOwnChoices } from '../content/own-choices';
import { Workbook, type WorkbookRow, WorkbookSheet } from './workbook';
import { AssetType, hasFormSettings, Content } from '../content/content';
import { summariseContent } from '../content/content-summary';
import { parseColumnHeader } from '../content/standard/column-header';
import { Random, slugOf } from '../content/standard/row-names';
import { standardiseContent, takeFormTitle } from '../content/standard/standardise-content';
import { RawContent, RawRow } from '../content/standard/raw-content';
import { profilesFromSheet } from './locking-profiles';

const SHEET = 'library';
/** Column that groups rows into items; a row without a block is its own item. */
const BLOCK_COLUMN = 'block';
const MAX_ITEMS = 500;

/** Whether a workbook has a library sheet and no survey. */
export function isLibraryWorkbook({ sheets }: Workbook): boolean {
  return sheets.has(SHEET) && !sheets.has('survey');
}

/**
 * Converts the blocks and questions of a library, in the order of their first rows (contract-assets 6). The title of an
 * item is its block, else its label or name.
 * @throws FormProblemsError with the problems of the first invalid item
 */
export function libraryFromWorkbook(workbook: Workbook, context: ImportContext): ImportedForm[] {
  const sheet = workbook.sheets.get(SHEET)!;
  const groups = groupsOf(sheet);
  if (groups.length > MAX_ITEMS) {
    const message = `contains ${groups.length} blocks and questions; import at most ${MAX_ITEMS} at once.`;
    throwIfAny([{ sheet: SHEET, message }]);
  }
  const headers = sheet.headers.filter((header) => header !== BLOCK_COLUMN);
  const items = groups.flatMap((rows) => {
    const part = { ...sheet, headers, rows: rows.map(withoutBlock) };
    const sheets = new Map(workbook.sheets).set(SHEET, part);
    const { assetType, content } = formFromWorkbook({ ...workbook, sheets }, context);
    const [first] = content.survey;
    // Standardisation drops rows without a type.
    if (first === undefined) return [];
    const title = rows[0]!.cells.get(BLOCK_COLUMN) ?? first.label?.[0] ?? first.name;
    return [{ assetType, content: withOwnChoices(content), title }];
  });
  if (items.length === 0)
    throwIfAny([{ sheet: SHEET, message: 'contains no questions; add a row with a type.' }]);
  return items;
}

function groupsOf({ rows }: WorkbookSheet): WorkbookRow[][] {
  const groups = new Map<string | WorkbookRow, WorkbookRow[]>();
  for (const row of rows) {
    const key = row.cells.get(BLOCK_COLUMN) ?? row;
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(row);
  }
  return [...groups.values()];
}

function withoutBlock({ number, cells }: WorkbookRow): WorkbookRow {
  return { number, cells: new Map([...cells].filter(([header]) => header !== BLOCK_COLUMN)) };
}

const LOCKING_PROFILES = 'kobo--locking-profiles';

/** Converts the sheets of a workbook to raw content with source rows, questions from `formSheet`. */
export function rawContentFromWorkbook(workbook: Workbook, formSheet: 'survey' | 'library'): RawContent {
  const raw: RawContent = { survey: [], settings: {} };
  for (const [name, sheet] of workbook.sheets) {
    if (name === formSheet) raw.survey = rowsOf(sheet, true);
    else if (name === 'choices') raw.choices = rowsOf(sheet, true);
    else if (name === 'settings') raw.settings = { ...rowsOf(sheet, false)[0] };
    else if (name === LOCKING_PROFILES) raw[name] = profilesFromSheet(sheet);
    else if (name !== 'survey' && name !== 'library') raw[name] = rowsOf(withKnownColumns(sheet), false);
  }
  return raw;
}

/** Columns of the sheets external_choices, entities and osm; others keep their headers. */
const KNOWN_COLUMNS: ReadonlySet<string> = new Set(
  'list_name name label dataset entity_id create_if update_if repeat'.split(' '),
);

/** Spells known columns in lower case with `_`: `List Name` → `list_name`. */
function withKnownColumns({ name, headers, rows }: WorkbookSheet): WorkbookSheet {
  const columnOf = (header: string) => {
    const column = header.toLowerCase().replaceAll(' ', '_');
    return KNOWN_COLUMNS.has(column) ? column : header;
  };
  const columns = new Map(headers.map((header) => [header, columnOf(header)]));
  return {
    name,
    headers: [...columns.values()],
    rows: rows.map(({ number, cells }) => ({
      number,
      cells: new Map([...cells].map(([header, cell]) => [columns.get(header) ?? header, cell])),
    })),
  };
}

/**
 * With `allHeaders` the first row has every header, so that an empty language column keeps its language and position.
 * Adds a row if there is none; without a type or list it is dropped by standardisation.
 */
function rowsOf(sheet: WorkbookSheet, allHeaders: boolean): RawRow[] {
  const noRows = allHeaders && sheet.rows.length === 0 && sheet.headers.length > 0;
  const rows = noRows ? [{ number: 2, cells: new Map<string, string>() }] : sheet.rows;
  return rows.map(({ number, cells }, index) => {
    const row: RawRow =
      allHeaders && index === 0
        ? Object.fromEntries(sheet.headers.map((header) => [header, cells.get(header) ?? '']))
        : Object.fromEntries(cells);
    return setSourceRow(row, number);
  });
}

export interface ImportContext {
  /** The target is the library, not a project. */
  library: boolean;
  /** The target is an existing asset, which a library sheet cannot overwrite. */
  overwrites?: boolean;
  random: Random;
  desiredType?: AssetType;
  /** Requires names to be unique in the form (contract-xlsform 2.5), not only in their group. Default true. */
  strictNames?: boolean;
  findMoreProblems?: (content: Content) => readonly FormProblem[];
  /** File name without extension: the default form id. */
  stem?: string;
}

export interface ImportedForm {
  assetType: AssetType;
  content: Content;
  title: string | undefined;
}

/**
 * Converts a workbook to standard content, its asset type and title (contract-xlsform 2.9, contract-assets 6).
 * @throws FormProblemsError with every problem of the workbook and the form, by sheet, row and column
 */
export function formFromWorkbook(workbook: Workbook, context: ImportContext): ImportedForm {
  const { random, findMoreProblems } = context;
  const problems = [...workbook.problems];
  const formSheet = chooseFormSheet(workbook, context, problems);
  const raw = rawContentFromWorkbook(workbook, formSheet);
  const standard = standardiseContent(raw, {
    assetType: 'survey',
    random,
    fromFile: context.strictNames ?? true,
    isPlain: context.strictNames === false,
    namesNotes: !context.library && context.strictNames !== false,
    problems,
    ...(findMoreProblems !== undefined && { findMoreProblems }),
  });
  const { content, title } = takeFormTitle(standard);
  const assetType = context.desiredType ?? typeOf(content, context.library);
  if (!hasFormSettings(assetType)) {
    // The type depends on the rows, so the settings are removed in a second pass.
    return { assetType, content: standardiseContent(content, { assetType, random }), title };
  }
  const id = slugOf(context.stem ?? '');
  if (content.settings.id_string === undefined && id !== '') content.settings.id_string = id;
  return { assetType, content, title };
}

/** Chooses the sheet with the questions. Existing clients match the messages. */
function chooseFormSheet(
  workbook: Workbook,
  { library, overwrites }: ImportContext,
  problems: FormProblem[],
): 'survey' | 'library' {
  const hasSurvey = hasQuestions(workbook, 'survey');
  const hasLibrary = hasQuestions(workbook, 'library');
  const refuse = (sheet: string, message: string) => throwIfAny([...problems, { sheet, message }]);
  if (hasSurvey && hasLibrary) refuse('library', 'the workbook has a sheet survey too; keep one of the two.');
  if (!hasSurvey && !hasLibrary)
    refuse('survey', 'xls upload must have one of these sheets: survey, library, with a column "type".');
  if (hasLibrary && overwrites === true) refuse('library', 'libraries cannot be imported into assets.');
  if (hasLibrary && !library) refuse('library', 'a library cannot be imported into the form list.');
  return hasSurvey ? 'survey' : 'library';
}

/** Requires a type column, because any single sheet is read as the survey. */
function hasQuestions(workbook: Workbook, name: string): boolean {
  const headers = workbook.sheets.get(name)?.headers ?? [];
  return headers.some((header) => parseColumnHeader('survey', header).column === 'type');
}

function typeOf(content: Content, library: boolean): AssetType {
  if (!library) return 'survey';
  return summariseContent(content).row_count === 1 ? 'question' : 'block';
}

const MAX_TEXT_LENGTH = 200;

/** Adds the text of its cell to each problem that names sheet, row and column, so that it is recognised without the file. */
export function withCellTexts(problems: readonly FormProblem[], { sheets }: Workbook): FormProblem[] {
  const rows = new Map<string, ReadonlyMap<number, ReadonlyMap<string, string>>>();
  return problems.map((problem) => {
    const { sheet, row, column } = problem;
    const source = sheets.get(sheet);
    if (source === undefined || row === undefined || column === undefined) return problem;
    if (!rows.has(sheet)) rows.set(sheet, new Map(source.rows.map(({ number, cells }) => [number, cells])));
    const header = source.headers.find((each) => each.toLowerCase() === column.toLowerCase());
    const text = header === undefined ? undefined : rows.get(sheet)?.get(row)?.get(header);
    return text === undefined || text === '' ? problem : { ...problem, text: abridge(text) };
  });
}

function abridge(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
}
