import type { FormProblem } from '../content/form-problem';
import type { Workbook } from './workbook';

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
