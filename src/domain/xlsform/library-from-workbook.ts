import type { Content } from '../content/content';
import { throwIfAny } from '../content/standard/problem-list';
import { formFromWorkbook, type ImportContext, type ImportedForm } from './form-from-workbook';
import type { Workbook, WorkbookRow, WorkbookSheet } from './workbook';

const SHEET = 'library';
/** What the items of a library are told apart by; a row without one is an item by itself. */
const BLOCK = 'block';
/** Each becomes an asset; nobody keeps more in one collection by hand. */
const MOST_ITEMS = 500;

/** Whether a workbook holds a library: a sheet of that name, and no survey. */
export function holdsLibrary({ sheets }: Workbook): boolean {
  return sheets.has(SHEET) && !sheets.has('survey');
}

/**
 * The blocks and questions of a library, in the order of their first rows (contract-assets 6). The title of each is what
 * it is called: its block, else what it asks.
 * @throws FormProblemsError with the problems of the first one that has any
 */
export function libraryFromWorkbook(workbook: Workbook, context: ImportContext): ImportedForm[] {
  const sheet = workbook.sheets.get(SHEET)!;
  const groups = groupsOf(sheet);
  if (groups.length > MOST_ITEMS) {
    const message = `holds ${groups.length} blocks and questions; import at most ${MOST_ITEMS} at once.`;
    throwIfAny([{ sheet: SHEET, message }]);
  }
  const headers = sheet.headers.filter((header) => header !== BLOCK);
  const items = groups.flatMap((rows) => {
    const part = { ...sheet, headers, rows: rows.map(withoutBlock) };
    const sheets = new Map(workbook.sheets).set(SHEET, part);
    const { assetType, content } = formFromWorkbook({ ...workbook, sheets }, context);
    const [first] = content.survey;
    // Rows without a type are none.
    if (first === undefined) return [];
    const title = rows[0]!.cells.get(BLOCK) ?? first.label?.[0] ?? first.name;
    return [{ assetType, content: withOwnChoices(content), title }];
  });
  if (items.length === 0)
    throwIfAny([{ sheet: SHEET, message: 'holds no question; add a row with a type.' }]);
  return items;
}

function groupsOf({ rows }: WorkbookSheet): WorkbookRow[][] {
  const groups: WorkbookRow[][] = [];
  const blocks = new Map<string, WorkbookRow[]>();
  for (const row of rows) {
    const block = row.cells.get(BLOCK);
    const known = block === undefined ? undefined : blocks.get(block);
    if (known !== undefined) {
      known.push(row);
      continue;
    }
    const group = [row];
    groups.push(group);
    if (block !== undefined) blocks.set(block, group);
  }
  return groups;
}

function withoutBlock({ number, cells }: WorkbookRow): WorkbookRow {
  return { number, cells: new Map([...cells].filter(([header]) => header !== BLOCK)) };
}

/** The lists of the whole workbook are left to those who ask from them. */
function withOwnChoices({ choices, ...content }: Content): Content {
  const named = new Set(content.survey.flatMap((row) => Object.values(row)));
  const own = (choices ?? []).filter(({ list_name: list }) => named.has(list));
  return own.length > 0 ? { ...content, choices: own } : content;
}
