import { pipeline } from 'node:stream/promises';
import { CHOICE_FILE_COLUMNS } from '../content/own-choices';
import type { Content, SurveyRow } from '../content/content';
import { parameterPairs } from '../content/parameter-pairs';
import { isJsonObject } from '../text/json-members';
import { parseLossless } from '../text/lossless-json';

/** Choices that are read of one form; later rows keep their names. */
export const MAX_FILE_CHOICES = 100_000;

/** File of form media that a select reads, and the columns of the names and labels of its choices. */
export interface ChoiceSource {
  readonly file: string;
  readonly value: string;
  readonly label: string;
}

/** Choices of a file: names, each followed by its labels in these languages. JSON, for worker threads. */
export interface ChoiceTable {
  /** Null is the unnamed one. */
  readonly languages: readonly (string | null)[];
  readonly rows: readonly (readonly [name: string, ...labels: (string | null)[]])[];
}

/** Tables by `sourceKey`. */
export type ChoiceFiles = Readonly<Record<string, ChoiceTable>>;

const SELECTS = new Set(['select_one_from_file', 'select_multiple_from_file']);

/** Formats that are read, by extension. */
const DEFAULT_COLUMNS: Readonly<Record<string, Omit<ChoiceSource, 'file'>>> = {
  csv: CHOICE_FILE_COLUMNS.csv,
  geojson: CHOICE_FILE_COLUMNS.geojson,
};

/** @returns undefined for questions that don't read a CSV or GeoJSON file */
export function choiceSourceOf(row: SurveyRow): ChoiceSource | undefined {
  const file = row['file'] ?? row.select_from_list_name;
  if (!SELECTS.has(row.type) || typeof file !== 'string') return undefined;
  const format = formatOf(file);
  if (!Object.hasOwn(DEFAULT_COLUMNS, format)) return undefined;
  const source: Record<string, string> = { ...DEFAULT_COLUMNS[format] };
  const { parameters } = row;
  for (const { key, value } of typeof parameters === 'string' ? parameterPairs(parameters) : []) {
    if (Object.hasOwn(source, key)) source[key] = value;
  }
  return { file, value: source['value']!, label: source['label']! };
}

/** Distinct sources of the versions of a form, and all of its languages. */
export interface FileChoices {
  readonly sources: readonly ChoiceSource[];
  readonly languages: ChoiceTable['languages'];
}

export function fileChoicesOf(versions: readonly { readonly content: Content }[]): FileChoices {
  const sources = versions
    .flatMap(({ content }) => content.survey)
    .flatMap((row) => choiceSourceOf(row) ?? []);
  return {
    sources: [...new Map(sources.map((source) => [sourceKey(source), source])).values()],
    languages: [...new Set(versions.flatMap(({ content }) => content.translations))],
  };
}

export function sourceKey({ file, value, label }: ChoiceSource): string {
  return JSON.stringify([file, value, label]);
}

/**
 * Reads the choices of a file. A language has the labels of its column (`label::English (en)`), else those of the column
 * without a language. A name that occurs with different labels, as in cascades, has none.
 * @param bytes of the whole file in UTF-8
 * @returns no choices for a file that can't be read or lacks the column of the names
 */
export async function readChoiceFile(
  source: ChoiceSource,
  languages: ChoiceTable['languages'],
  bytes: AsyncIterable<Uint8Array>,
): Promise<ChoiceTable> {
  const rows = new ChoiceRows(source, languages);
  try {
    if (formatOf(source.file) === 'csv') await readCsv(bytes, rows);
    else await readGeoJson(bytes, rows);
  } catch (error) {
    const { CsvError } = await import('csv-parse');
    if (!(error instanceof CsvError || error instanceof SyntaxError)) throw error;
    return { languages, rows: [] };
  }
  return { languages, rows: rows.all() };
}

/** Joins two files of one source: all their choices, each with its newest label. Tables have the same languages. */
export function joinTables(newest: ChoiceTable, former: ChoiceTable): ChoiceTable {
  const rows = new Map(newest.rows.map((row) => [row[0], row]));
  for (const row of former.rows) {
    const newer = rows.get(row[0]);
    if (newer !== undefined)
      rows.set(row[0], [row[0], ...row.slice(1).map((label, at) => newer[at + 1] ?? label)]);
    else if (rows.size < MAX_FILE_CHOICES) rows.set(row[0], row);
  }
  return { languages: newest.languages, rows: [...rows.values()] };
}

/** A choice of a file. It holds no map of its labels: there may be very many choices. */
interface FileOption {
  readonly name: string;
  readonly labels: ReadonlyMap<string | null, string>;
}

/** Options of the choices of files, by `sourceKey`. */
export function fileOptions(files: ChoiceFiles): ReadonlyMap<string, readonly FileOption[]> {
  return new Map(
    Object.entries(files).map(([key, { languages, rows }]) => [
      key,
      rows.map((row) => new RowOption(row, languages)),
    ]),
  );
}

class RowOption implements FileOption {
  constructor(
    private readonly row: ChoiceTable['rows'][number],
    private readonly languages: ChoiceTable['languages'],
  ) {}

  get name(): string {
    return this.row[0];
  }

  get labels(): FileOption['labels'] {
    return new Map(
      this.languages.flatMap((language, index) => {
        const label = this.row[index + 1];
        return typeof label === 'string' ? [[language, label] as const] : [];
      }),
    );
  }
}

type Cells = (column: string) => string | undefined;

/** Collects choices row by row. */
class ChoiceRows {
  private readonly rows = new Map<string, [string, ...(string | null)[]]>();

  constructor(
    private readonly source: ChoiceSource,
    private readonly languages: ChoiceTable['languages'],
  ) {}

  get isFull(): boolean {
    return this.rows.size >= MAX_FILE_CHOICES;
  }

  add(cells: Cells): void {
    const { value, label } = this.source;
    const name = cells(value) ?? '';
    if (name === '') return;
    const textOf = (column: string): string | null => cells(column)?.trim() || null;
    const labels = this.languages.map(
      (language) => (language === null ? null : textOf(`${label}::${language}`)) ?? textOf(label),
    );
    const known = this.rows.get(name);
    if (known === undefined) this.rows.set(name, [name, ...labels]);
    else labels.forEach((text, index) => known[index + 1] !== text && (known[index + 1] = null));
  }

  all(): ChoiceTable['rows'] {
    return [...this.rows.values()];
  }
}

async function readCsv(bytes: AsyncIterable<Uint8Array>, rows: ChoiceRows): Promise<void> {
  const { parse } = await import('csv-parse');
  const parser = parse({ bom: true, relax_column_count: true, skip_empty_lines: true });
  await pipeline(bytes, parser, async (records: AsyncIterable<string[]>) => {
    const columns = new Map<string, number>();
    for await (const record of records) {
      if (rows.isFull) return;
      if (columns.size > 0) rows.add((column) => record[columns.get(column) ?? -1]);
      else record.forEach((heading, index) => columns.set(columnName(heading), index));
    }
  });
}

async function readGeoJson(bytes: AsyncIterable<Uint8Array>, rows: ChoiceRows): Promise<void> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  const text = new TextDecoder().decode(Buffer.concat(chunks));
  const collection = parseLossless(text);
  const features = isJsonObject(collection) ? collection['features'] : undefined;
  if (!Array.isArray(features)) return;
  for (const feature of features as unknown[]) {
    if (rows.isFull) return;
    if (!isJsonObject(feature)) continue;
    const { id, properties } = feature;
    const cells = new Map(
      Object.entries({ id, ...(isJsonObject(properties) && properties) }).map(([key, value]) => [
        columnName(key),
        value,
      ]),
    );
    rows.add((column) => {
      const value = cells.get(column);
      return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
    });
  }
}

/** Blanks around `::` don't matter. */
function columnName(heading: string): string {
  return heading.trim().replace(/\s*::\s*/, '::');
}

function formatOf(file: string): string {
  return /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? '';
}
