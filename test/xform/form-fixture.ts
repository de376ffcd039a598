import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Content } from '../../src/domain/content/content';
import { standardiseContent } from '../../src/domain/content/standard/standardise-content';
import { WorkbookRow, WorkbookSheet } from '../../src/domain/xlsform/workbook';
import { CompileOptions } from '../../src/domain/xform/compile-options';
import { rawContentFromWorkbook } from '../../src/domain/xlsform/form-from-workbook';

/**
 * Sample form in Markdown: a title, a table per sheet (`## survey`, `## choices`, …), and expectations.
 *
 *     # Title
 *     ## survey
 *     | type    | name | label |
 *     | integer | age  | Age   |
 *     ## options            lines of JSON for the compiler
 *     ## file cities.csv    a file of the form
 *     ## expect             `has <bind …/>`, `lacks …`, `questions: a, g/b`, `warns: …`, `gap: name`
 *     ## fill               steps for the engine: see `readStep`
 *     ## refused            the problems, each as `survey, row 2, column name: start of the sentence`
 *
 * In a cell `\n` is a line break and `\|` a bar.
 */
export interface FormFixture {
  readonly name: string;
  readonly sheets: ReadonlyMap<string, WorkbookSheet>;
  readonly options: CompileOptions;
  readonly files: Readonly<Record<string, string>>;
  readonly expectations: readonly string[];
  readonly steps: readonly FillStep[];
  readonly refusals: readonly string[];
}

/** Action on, or query of, the opened form; `expected` is null for an action. */
export interface FillStep {
  readonly line: string;
  readonly verb: string;
  readonly path?: string;
  readonly value?: string;
  readonly expected: string | null;
}

const FOLDER = path.join(__dirname, '../fixtures/xlsforms');
const SHEETS = new Set(['survey', 'choices', 'settings', 'external_choices', 'entities', 'osm']);

export function readFixtures(): FormFixture[] {
  return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => readFixture(file.slice(0, -3), readFileSync(path.join(FOLDER, file), 'utf8')));
}

/** Standard content of a fixture, converted as an import converts a workbook. */
export function contentOf(fixture: FormFixture): Content {
  return contentOfSheets(rawContentFromWorkbook({ sheets: fixture.sheets, problems: [] }, 'survey'));
}

export function contentOfSheets(raw: object): Content {
  // Seeded, since keys are random: the same form must give the same content.
  let seed = 1;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  return standardiseContent(raw, { assetType: 'survey', random });
}

function readFixture(name: string, text: string): FormFixture {
  const sections = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of text.split('\n')) {
    const heading = /^## (.+)$/.exec(line)?.[1];
    if (heading !== undefined) {
      lines = [];
      sections.set(heading.trim(), lines);
    } else {
      lines.push(line);
    }
  }
  const items = (section: string) =>
    (sections.get(section) ?? []).filter((line) => line.startsWith('- ')).map((line) => line.slice(2));
  const known = new Set([...SHEETS, 'options', 'expect', 'fill', 'refused']);
  for (const section of sections.keys()) {
    if (!known.has(section) && !section.startsWith('file '))
      throw new Error(`${name}: unknown section ${section}`);
  }
  return {
    name,
    sheets: new Map(
      [...sections].flatMap(([section, rows]) =>
        SHEETS.has(section) ? [[section, readSheet(section, rows)] as const] : [],
      ),
    ),
    options: JSON.parse((sections.get('options') ?? ['{}']).join('\n')) as CompileOptions,
    files: Object.fromEntries(
      [...sections].flatMap(([section, content]) =>
        section.startsWith('file ') ? [[section.slice(5), content.join('\n').trim() + '\n']] : [],
      ),
    ),
    expectations: items('expect'),
    steps: items('fill').map((line) => readStep(name, line)),
    refusals: items('refused'),
  };
}

function readSheet(name: string, lines: readonly string[]): WorkbookSheet {
  const [headers = [], ...rows] = lines.filter((line) => line.startsWith('|')).map(readCells);
  return {
    name,
    headers,
    rows: rows.map((cells, index): WorkbookRow => {
      const filled = cells.flatMap((cell, column) =>
        cell === '' ? [] : [[headers[column] ?? `column ${column}`, cell] as const],
      );
      return { number: index + 2, cells: new Map(filled) };
    }),
  };
}

function readCells(line: string): string[] {
  return line
    .replace(/^\|/, '')
    .replace(/\|\s*$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replace(/\\\|/g, '|').replace(/\\n/g, '\n'));
}

/** Pattern of the line of each verb: the first group is the path, the second the value or the expected answer. */
const STEPS: readonly (readonly [verb: string, pattern: RegExp, isQuery: boolean])[] = [
  ['set', /^(\/\S+) := ?(.*)$/, false],
  ['value', /^(\/\S+) = ?(.*)$/, true],
  ['relevant', /^(\/\S+) is (not )?relevant$/, true],
  ['required', /^(\/\S+) is (not )?required$/, true],
  ['readonly', /^(\/\S+) is (not )?readonly$/, true],
  ['valid', /^(\/\S+) is (not )?valid$/, true],
  ['add', /^add a copy of (\/\S+)()$/, false],
  ['count', /^copies of (\/\S+): (\d+)$/, true],
  ['language', /^()language (.+)$/, false],
  ['languages', /^()languages: (.+)$/, true],
  ['label', /^label of (\/\S+): ?(.*)$/, true],
  ['repeat-label', /^label of repeat (\/\S+): ?(.*)$/, true],
  ['hint', /^hint of (\/\S+): ?(.*)$/, true],
  ['message', /^message of (\/\S+): ?(.*)$/, true],
  ['choices', /^choices of (\/\S+): ?(.*)$/, true],
  ['choice-labels', /^choice labels of (\/\S+): ?(.*)$/, true],
  ['type', /^type of (\/\S+): (.+)$/, true],
];
const YES_NO = new Set(['relevant', 'required', 'readonly', 'valid']);

export function readStep(fixture: string, line: string): FillStep {
  for (const [verb, pattern, isQuery] of STEPS) {
    const match = pattern.exec(line);
    if (match === null) continue;
    const answer = (match[2] ?? '').replace(/\\n/g, '\n');
    const expected = YES_NO.has(verb) ? String(answer === '') : answer;
    return { line, verb, path: match[1] ?? '', value: answer, expected: isQuery ? expected : null };
  }
  throw new Error(`${fixture}: can't read the step "${line}"`);
}
