import { setImmediate as nextTurn } from 'node:timers/promises';
import { piecesOf, readCsvRows } from '../../domain/entity/entity-csv-rows';
import {
  readUploadColumns,
  readUploadRow,
  type UploadColumns,
  type UploadRow,
} from '../../domain/entity/entity-upload';
import { InvalidError } from '../../domain/errors';
import type { NewEntity } from './entity.service';

/** Of one transaction, which the rows of a list wait for. */
const MAX_ROWS = 500_000;

/** Of the first line: those of a list, those of the service, and some that are left out. */
const MAX_COLUMNS = 2_000;

/** Rows that are read once to preview them, and again to store them. */
export interface UploadSource {
  /** Names of the properties, in order. */
  readonly properties: readonly string[];
  readonly ignored: UploadColumns['ignored'];
  readonly invalid: UploadColumns['invalid'];
  rows(): AsyncIterable<UploadRow>;
}

/** Entries after which other requests get their turn. */
const TURN = 1_000;

/** @param entities may parse and check them anew each time; then errors are thrown here */
export async function sourceOfEntities(entities: Iterable<NewEntity>): Promise<UploadSource> {
  const properties = new Set<string>();
  let count = 0;
  for (const { data } of entities) {
    for (const name of Object.keys(data)) properties.add(name);
    count += 1;
    if (count % TURN === 0) await nextTurn();
  }
  return {
    properties: [...properties],
    ignored: [],
    invalid: [],
    async *rows() {
      let row = 0;
      for (const entity of entities) {
        row += 1;
        yield { ...entity, uuid: entity.uuid, version: undefined, row };
        if (row % TURN === 0) await nextTurn();
      }
    },
  };
}

export function sourceOfText(csv: string): Promise<UploadSource> {
  return sourceOfCsv(async () => piecesOf(Buffer.from(csv)));
}

/**
 * @param open reads the file anew
 * @throws InvalidError on `csv` for a file that is no CSV, or whose first line does not name the columns
 */
export async function sourceOfCsv(open: () => Promise<AsyncIterable<Buffer>>): Promise<UploadSource> {
  const columns = await columnsOf(open);
  return {
    properties: columns.properties.map(({ name }) => name),
    ignored: columns.ignored,
    invalid: columns.invalid,
    async *rows() {
      let row = 0;
      for await (const cells of readCsvRows(await open())) {
        row += 1;
        if (row === 1) continue;
        const read = readUploadRow(columns, cells, row);
        if (read === undefined) continue;
        if (row > MAX_ROWS) throw invalid(`The file has more than ${MAX_ROWS} rows. Upload it in parts.`);
        yield read;
      }
    },
  };
}

async function columnsOf(open: () => Promise<AsyncIterable<Buffer>>): Promise<UploadColumns> {
  for await (const headings of readCsvRows(await open())) {
    if (headings.length > MAX_COLUMNS)
      throw invalid(
        `The file has more than ${MAX_COLUMNS} columns. Remove those that the list does not need.`,
      );
    const columns = readUploadColumns(headings);
    if ('repeated' in columns) throw invalid(`Two columns are named "${columns.repeated}". Rename one.`);
    if (columns.label !== undefined || columns.uuid !== undefined) return columns;
    break;
  }
  throw invalid('The first line names no column `label`. Add it.');
}

function invalid(message: string): InvalidError {
  return InvalidError.at('csv', message);
}
