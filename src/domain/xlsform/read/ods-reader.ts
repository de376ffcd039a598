import {
  booleanText,
  cleanText,
  isoDateText,
  numberText,
  GridChooser,
  SheetGrid,
  UnreadableFileError,
} from './sheet-grid';
import { readXml, XmlHandler } from './xml-events';
import { ZipArchive } from './zip-archive';

/** Part with the sheets; its presence identifies the format. */
export const ODS_CONTENT = 'content.xml';
const MAX_COLUMNS = 16_384;
/** Spaces are stored as counts in this format: a small file could expand to a billion. */
const MAX_CELL_CHARACTERS = 1_000_000;

/**
 * Reads the chosen sheets of an OpenDocument spreadsheet: cached values, never formulas. Parses the part twice: sheet
 * names first, then the rows of the chosen sheets.
 */
export async function readOds(zip: ZipArchive, choose: GridChooser): Promise<void> {
  const tabs = await readTabs(zip);
  const grids = choose(tabs);
  if (grids.some((grid) => grid !== undefined))
    await readXml(ODS_CONTENT, zip.read(ODS_CONTENT), new OdsHandler(grids));
}

async function readTabs(zip: ZipArchive): Promise<string[]> {
  const tabs: string[] = [];
  let depth = 0;
  await readXml(ODS_CONTENT, zip.read(ODS_CONTENT), {
    open(name, attributes) {
      if (name === 'table' && depth++ === 0) tabs.push(attributes['table:name'] ?? '');
    },
    close(name) {
      if (name === 'table') depth -= 1;
    },
  });
  return tabs;
}

type Attributes = Readonly<Record<string, string>>;

/** Fills the grids in the order of tables. Skips tables inside cells. */
class OdsHandler implements XmlHandler {
  private table = -1;
  private tableDepth = 0;
  private grid: SheetGrid | undefined;
  private rowNumber = 1;
  private rowRepeats = 1;
  private row = new Map<number, string>();
  private column = 0;
  private cell: Attributes = {};
  private shown = '';
  private paragraphs = 0;
  private paragraphDepth = 0;
  private annotationDepth = 0;

  constructor(private readonly grids: readonly (SheetGrid | undefined)[]) {}

  open(name: string, attributes: Attributes): void {
    if (name === 'table' && this.tableDepth++ === 0) this.startTable();
    if (name === 'annotation') this.annotationDepth += 1;
    if (this.grid === undefined || this.tableDepth !== 1 || this.annotationDepth > 0) return;
    if (name === 'table-row') {
      this.row = new Map();
      this.column = 0;
      this.rowRepeats = parseRepeatCount(attributes['table:number-rows-repeated']);
    } else if (name === 'table-cell' || name === 'covered-table-cell') {
      this.cell = attributes;
      this.shown = '';
      this.paragraphs = 0;
    } else if (name === 'p') {
      if (this.paragraphs++ > 0) this.append('\n');
      this.paragraphDepth += 1;
    } else if (this.paragraphDepth > 0) {
      this.append(whiteSpaceOf(name, attributes));
    }
  }

  text(text: string): void {
    if (this.paragraphDepth > 0 && this.annotationDepth === 0) this.append(text);
  }

  close(name: string): void {
    if (name === 'table') this.tableDepth -= 1;
    if (name === 'annotation') this.annotationDepth -= 1;
    if (this.grid === undefined || this.tableDepth !== 1 || this.annotationDepth > 0) return;
    if (name === 'p') this.paragraphDepth -= 1;
    else if (name === 'table-cell' || name === 'covered-table-cell') this.endCell();
    else if (name === 'table-row') this.endRow(this.grid);
  }

  private append(text: string): void {
    this.shown += text;
    if (this.shown.length > MAX_CELL_CHARACTERS)
      throw new UnreadableFileError('a cell has too much text; shorten it.');
  }

  private startTable(): void {
    this.table += 1;
    this.grid = this.grids[this.table];
    this.rowNumber = 1;
  }

  private endCell(): void {
    const text = cellText(this.cell, this.shown);
    const end = this.column + parseRepeatCount(this.cell['table:number-columns-repeated']);
    if (text !== '') {
      for (let column = this.column; column < Math.min(end, MAX_COLUMNS); column++)
        this.row.set(column, text);
    }
    this.column = end;
  }

  /** Repeats a non-empty row until a limit of the grid is reached. */
  private endRow(grid: SheetGrid): void {
    const times = this.row.size === 0 ? 1 : this.rowRepeats;
    for (let i = 0; i < times && this.grid !== undefined; i++) {
      if (!grid.add(this.rowNumber + i, this.row)) this.grid = undefined;
    }
    this.rowNumber += this.rowRepeats;
  }
}

function parseRepeatCount(attribute: string | undefined): number {
  const count = Number(attribute ?? 1);
  return Number.isSafeInteger(count) && count > 0 ? count : 1;
}

/** White space elements: `<text:s text:c="3"/>`, tabs and line breaks. */
function whiteSpaceOf(name: string, attributes: Attributes): string {
  if (name === 's') return ' '.repeat(Math.min(parseRepeatCount(attributes['text:c']), 1000));
  if (name === 'tab') return '\t';
  return name === 'line-break' ? '\n' : '';
}

function cellText(cell: Attributes, shown: string): string {
  switch (cell['office:value-type']) {
    case 'float':
    case 'percentage':
    case 'currency': {
      const written = cell['office:value']?.trim();
      const number = Number(written);
      return Number.isFinite(number) ? numberText(number, written) : cleanText(shown);
    }
    case 'boolean':
      return booleanText(cell['office:boolean-value'] === 'true');
    case 'date':
      return isoDateText(cell['office:date-value'] ?? shown);
    case 'time':
      return durationText(cell['office:time-value'] ?? '') ?? cleanText(shown);
    default:
      return cleanText(cell['office:string-value'] ?? shown);
  }
}

/** `PT08H30M00S` as "08:30:00". */
function durationText(duration: string): string | undefined {
  const match = /^PT(\d+)H(\d+)M(\d+)(?:[.,]\d*)?S$/.exec(duration);
  return match
    ?.slice(1)
    .map((part) => part.padStart(2, '0'))
    .join(':');
}
