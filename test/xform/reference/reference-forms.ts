import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileXForm } from '../../../src/domain/xform/compile-xform';
import { FormProblemsError } from '../../../src/domain/content/form-problem';
import { formFromWorkbook } from '../../../src/domain/xlsform/form-from-workbook';
import { readWorkbook } from '../../../src/domain/xlsform/read-workbook';
import { xlsxOf } from '../../fixtures/xlsform-in/xlsx-builder';

type Cell = string | number | boolean | null | { readonly date: string } | { readonly datetime: string };

/** Form with the output of the reference converter (pyxform) for exactly these cells. */
export interface ReferenceForm {
  readonly id: string;
  readonly sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>;
  readonly xform?: string;
}

export function readReferenceForms(): ReferenceForm[] {
  const lines = readFileSync(join(__dirname, '../../fixtures/reference-forms/forms.jsonl'), 'utf8').trim();
  return lines.split('\n').map((line) => JSON.parse(line) as ReferenceForm);
}

/** Converts the form; returns the XForm, or the problems of a refused form. */
export async function convert({
  id,
  sheets,
}: ReferenceForm): Promise<{ xml: string } | { problems: string }> {
  try {
    const workbook = await readWorkbook(workbookOf(sheets));
    const { content, title } = formFromWorkbook(workbook, {
      library: false,
      random: Math.random,
      strictNames: false,
    });
    return compileXForm(content, { defaultFormId: id, ...(title !== undefined && { title }) });
  } catch (error) {
    if (error instanceof FormProblemsError) return { problems: error.message };
    throw error;
  }
}

const STYLES = '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/></cellXfs>';

export function workbookOf(sheets: ReferenceForm['sheets']): Buffer {
  const sources = Object.entries(sheets).map(([name, rows]) => [name, rows.map(rowXml).join('')] as const);
  return Buffer.from(xlsxOf({ sheets: Object.fromEntries(sources), styles: STYLES }));
}

const rowXml = (cells: readonly Cell[]): string => `<row>${cells.map(cellXml).join('')}</row>`;

function cellXml(cell: Cell): string {
  if (cell === null || cell === '') return '<c/>';
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (typeof cell === 'string') {
    return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
  }
  return 'date' in cell
    ? `<c s="1"><v>${serial(`${cell.date}T00:00:00Z`)}</v></c>`
    : `<c s="2"><v>${serial(`${cell.datetime}Z`)}</v></c>`;
}

const DAY_MS = 86_400_000;
/** Serial date of a spreadsheet: days since 1899-12-30. */
const serial = (iso: string): number => (Date.parse(iso) - Date.UTC(1899, 11, 30)) / DAY_MS;

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
