import { CsvError, parse } from 'csv-parse/sync';
import { isJsonObject } from '../text/json-members';

/** Bytes that are checked; a list of 20,000 choices fits. */
export const MAX_CHECKED_BYTES = 2 * 1024 * 1024;
const MAX_WARNINGS_OF_A_KIND = 3;

const READS_COMMAS = 'ODK Collect, Enketo and the web form read commas only.';

/**
 * Finds what keeps form media from working on devices, in files with choices: CSV and GeoJSON.
 * @param isWhole false: `bytes` are the first of a larger file, of which GeoJSON isn't checked
 */
export function mediaWarnings(name: string, bytes: Uint8Array, isWhole = true): string[] {
  if (/\.csv$/i.test(name)) return csvWarnings(bytes, isWhole);
  return isWhole && /\.geojson$/i.test(name) ? geoJsonWarnings(bytes) : [];
}

export function hasChoices(name: string): boolean {
  return /\.(csv|geojson)$/i.test(name);
}

const SHAPES: ReadonlySet<unknown> = new Set(['Point', 'LineString', 'Polygon']);
const COLLECTION = 'Export the places as a FeatureCollection.';

/** Finds what devices refuse of GeoJSON (contract-xlsform 3.5): features need an id and a geometry. */
function geoJsonWarnings(bytes: Uint8Array): string[] {
  const text = decode(bytes);
  if (text === undefined) return ['The file is not in UTF-8. Save it as GeoJSON in UTF-8.'];
  let collection: unknown;
  try {
    collection = JSON.parse(text);
  } catch {
    return [`The file is not valid JSON. ${COLLECTION}`];
  }
  const features = isJsonObject(collection) ? collection['features'] : undefined;
  if (!Array.isArray(features)) return [`The file has no features. ${COLLECTION}`];
  if (features.length === 0) return ['The file has no places.'];
  return limited(
    features.flatMap((feature: unknown, index) => {
      const { id, properties, geometry } = isJsonObject(feature) ? feature : {};
      const named = id ?? (isJsonObject(properties) ? properties['id'] : undefined);
      if (typeof named !== 'string' && typeof named !== 'number')
        return [`Feature ${index + 1} has no "id", so it can't be chosen.`];
      return isJsonObject(geometry) && SHAPES.has(geometry['type'])
        ? []
        : [`Feature ${index + 1} is no Point, LineString or Polygon, which devices need.`];
    }),
  );
}

/**
 * Finds what keeps a CSV file from working as form media: encoding, separators, rows of other lengths than the heading,
 * missing and repeated columns and names. Such files are accepted, but fail on devices.
 * @param bytes the file, or its first `MAX_CHECKED_BYTES`
 * @returns sentences, with row numbers from 1, the heading
 */
function csvWarnings(bytes: Uint8Array, isWhole = true): string[] {
  if (isWhole && bytes.every((byte) => byte <= 0x20)) return ['The file is empty. Add a heading and rows.'];
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return ['The file is in UTF-16. Save it as CSV in UTF-8.'];
  }
  const text = decode(isWhole ? bytes : bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1));
  if (text === undefined) {
    return ['The file is not in UTF-8, so accented letters will be wrong. Save it as CSV in UTF-8.'];
  }
  const heading = /^[^\r\n]*/.exec(text)![0];
  for (const [separator, name] of [
    [';', 'semicolons'],
    ['\t', 'tabs'],
  ] as const) {
    if (heading.includes(separator) && !heading.includes(','))
      return [`Columns are separated by ${name}. Separate them by commas: ${READS_COMMAS}`];
  }
  try {
    return tableWarnings(parse(text, { relax_column_count: true, skip_empty_lines: true }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return isWhole || error.code !== 'CSV_QUOTE_NOT_CLOSED'
      ? [`The file can't be read: ${error.message}. Check the quotes around cells.`]
      : [];
  }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    // Drops a byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function tableWarnings([heading = [], ...rows]: readonly string[][]): string[] {
  const columns = heading.map((column) => column.trim());
  const nameColumn = columns.indexOf('name');
  const ragged = rows.flatMap(({ length }, index) =>
    length === columns.length
      ? []
      : [`Row ${index + 2} has ${length} cells, the heading has ${columns.length}. Make them equal.`],
  );
  return [
    ...(columns.includes('') ? ['A column has no heading. Name it, or remove it.'] : []),
    ...limited(repeated(columns).map(({ text }) => `The column "${text}" occurs twice. Rename one.`)),
    ...(nameColumn < 0
      ? ['There is no column "name". A select from this file needs it, or `value` in its parameters.']
      : []),
    ...(rows.length === 0 ? ['There are no rows below the heading.'] : []),
    ...limited(ragged),
    ...limited(
      rows.flatMap((row, index) =>
        nameColumn < 0 || (row[nameColumn] ?? '').trim() !== ''
          ? []
          : [`Row ${index + 2} has no name, so it can't be chosen. Name it, or remove it.`],
      ),
    ),
    ...limited(
      nameColumn < 0
        ? []
        : repeated(rows.map((row) => (row[nameColumn] ?? '').trim())).map(
            ({ text, index, first }) =>
              `The name "${text}" of row ${index + 2} is that of row ${first + 2} too.`,
          ),
    ),
  ];
}

interface Repetition {
  readonly text: string;
  readonly index: number;
  readonly first: number;
}

/** Texts that occurred before, blank ones aside. */
function repeated(texts: readonly string[]): Repetition[] {
  const firsts = new Map<string, number>();
  return texts.flatMap((text, index) => {
    const first = firsts.get(text);
    if (first === undefined) firsts.set(text, index);
    return first === undefined || text === '' ? [] : [{ text: text.slice(0, 100), index, first }];
  });
}

function limited(warnings: readonly string[]): string[] {
  const more = warnings.length - MAX_WARNINGS_OF_A_KIND;
  const shown = warnings.slice(0, MAX_WARNINGS_OF_A_KIND);
  return more > 0 ? [...shown, `${more} more rows or columns like that.`] : shown;
}
