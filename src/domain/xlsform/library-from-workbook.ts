import { throwIfAny } from '../content/form-problem';
import { withOwnChoices } from '../content/own-choices';
import { formFromWorkbook, type ImportContext, type ImportedForm } from './form-from-workbook';
import type { Workbook, WorkbookRow, WorkbookSheet } from './workbook';

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
