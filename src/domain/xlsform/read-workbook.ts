import { FormProblem } from '../content/form-problem';
import { isCompoundFile, openCompoundFile } from './read/compound-file';
import { readCsv } from './read/csv-reader';
import { ODS_CONTENT, readOds } from './read/ods-reader';
import { GridChooser, ReadBudget, SheetGrid, UnreadableFileError } from './read/sheet-grid';
import { readXls } from './read/xls-reader';
import { readXlsx } from './read/xlsx-reader';
import { openZip } from './read/zip-archive';
import { DEFAULT_LIMITS, ReadLimits, Workbook, FORM_SHEETS } from './workbook';
import { withKoboDashes } from '../content/standard/column-header';

/**
 * Reads the form sheets of a workbook: .xlsx, .xls, .ods, or .csv for a single survey sheet (contract-xlsform 2.9).
 * Detects the format by the first bytes, never by file name.
 *
 * Safe on untrusted input: memory and time are bounded by `limits`, no network access, no evaluation of formulas.
 * CPU-bound for up to two seconds, so run it off the event loop. `problems` of headers and cells are reported by
 * `formFromWorkbook` with all others.
 * @throws UnreadableFileError if the file is not a workbook, damaged, or beyond the limits
 */
export async function readWorkbook(bytes: Uint8Array, limits: Partial<ReadLimits> = {}): Promise<Workbook> {
  const bounds = { ...DEFAULT_LIMITS, ...limits };
  if (bytes.length === 0) throw new UnreadableFileError('the file is empty.');
  if (bytes.length > bounds.fileBytes) {
    const megabytes = Math.round(bounds.fileBytes / 1024 / 1024);
    throw new UnreadableFileError(`the file is larger than ${megabytes} MB; split the form.`);
  }
  const problems: FormProblem[] = [];
  const budget = new ReadBudget(bounds);
  const grids = new Map<string, SheetGrid>();
  const chooseGrids: GridChooser = (tabs) =>
    chooseFormSheets(tabs, problems).map((name) => {
      if (name === undefined) return undefined;
      const grid = new SheetGrid(name, budget, problems);
      grids.set(name, grid);
      return grid;
    });

  await fillGrids(bytes, bounds, chooseGrids);
  return { sheets: new Map([...grids].map(([name, grid]) => [name, grid.finish()])), problems };
}

async function fillGrids(bytes: Uint8Array, limits: ReadLimits, choose: GridChooser): Promise<void> {
  if (startsWith(bytes, ZIP_SIGNATURE)) {
    const zip = openZip(bytes, limits);
    await (zip.has(ODS_CONTENT) ? readOds(zip, choose) : readXlsx(zip, choose));
  } else if (isCompoundFile(bytes)) {
    readXls(openCompoundFile(bytes), choose);
  } else {
    readCsv(bytes, choose);
  }
}

const ZIP_SIGNATURE = [0x50, 0x4b, 0x03, 0x04];

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

/**
 * Maps each tab to the name of a form sheet, or to undefined to skip it. Ignores letter case; a single sheet is the
 * survey under any name (contract-xlsform 2.9). Two tabs of one name are a problem.
 */
function chooseFormSheets(tabs: readonly string[], problems: FormProblem[]): (string | undefined)[] {
  const taken = new Map<string, string>();
  return tabs.map((tab) => {
    const name = withKoboDashes(tab.trim().toLowerCase());
    if (!FORM_SHEETS.has(name)) return tabs.length === 1 ? 'survey' : undefined;
    const first = taken.get(name);
    if (first === undefined) {
      taken.set(name, tab);
      return name;
    }
    problems.push({ sheet: tab, message: `the workbook has the sheet "${first}" too; keep one of the two.` });
    return undefined;
  });
}
