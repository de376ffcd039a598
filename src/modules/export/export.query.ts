import { Injectable } from '@nestjs/common';
import type { ExportOwner } from '../../database/entities/export-task.entity';
import { BoundedReader } from '../../database/query/bounded-reader';
import { filterSql, columnSql, type FieldReader, jsonSql } from '../../database/query/filter-sql';
import { SqlParameters } from '../../database/query/sql-parameters';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { ExportRequest } from '../../domain/export/export-request';
import type { Page, PageWindow } from '../../domain/page';
import type { ExportField } from '../../domain/query/export-search';
import type { Filter } from '../../domain/query/filter';

const COLUMNS = {
  uid: columnSql('e.uid', 'text'),
  status: columnSql('e.status', 'text'),
  dateCreated: columnSql('e.date_created', 'time'),
};

const exportFieldSql: FieldReader<ExportField> = (field, parameters) =>
  field.source === 'column'
    ? COLUMNS[field.column]
    : jsonSql(() => `e.request #> ${parameters.add(field.path, 'text[]')}`);

export interface ExportListing {
  readonly search: Filter<ExportField> | undefined;
  readonly oldestFirst: boolean;
  readonly window: PageWindow;
}

/** Exports with equal values are duplicates. */
export interface ExportIdentity extends ExportOwner {
  readonly request: ExportRequest;
  readonly origin: string;
  readonly rowFilter: string | null;
}

const OPEN = `status IN ('created', 'processing')`;

@Injectable()
export class ExportQuery {
  constructor(private readonly reader: BoundedReader) {}

  /** Advisory lock: serialises starting and completing exports of an owner until the transaction ends. */
  async lockOwner(transaction: Transaction, { assetId, userId }: ExportOwner): Promise<void> {
    await managerOf(transaction).query('SELECT pg_advisory_xact_lock($1::int, $2::int)', [-assetId, userId]);
  }

  list(
    { assetId, userId }: ExportOwner,
    { search, oldestFirst, window }: ExportListing,
  ): Promise<Page<string>> {
    const parameters = new SqlParameters(assetId, userId, window.limit, window.start);
    const filter = search === undefined ? '' : ` AND ${filterSql(search, exportFieldSql, parameters)}`;
    return this.reader.read('rows', async (runQuery) => {
      const [found] = await runQuery<{ count: number; uids: string[] }>(
        `WITH found AS (SELECT e.id, e.uid FROM export_task e WHERE e.asset_id = $1 AND e.user_id = $2${filter}),
              page AS (SELECT * FROM found ORDER BY id ${oldestFirst ? '' : 'DESC'} LIMIT $3 OFFSET $4)
         SELECT (SELECT count(*)::int FROM found) AS count,
                (SELECT coalesce(array_agg(uid ORDER BY id ${oldestFirst ? '' : 'DESC'}), '{}') FROM page) AS uids`,
        parameters.values,
      );
      return { count: found?.count ?? 0, items: found?.uids ?? [] };
    });
  }

  /** Open duplicate, and number of open exports of the owner. */
  async findOpen(
    transaction: Transaction,
    { assetId, userId, request, origin, rowFilter }: ExportIdentity,
  ): Promise<{ readonly duplicate: string | null; readonly open: number }> {
    const [found] = await managerOf(transaction).query<{ duplicate: string | null; open: number }[]>(
      `SELECT min(uid) FILTER (WHERE request = $3::jsonb AND origin = $4 AND row_filter IS NOT DISTINCT FROM $5) AS duplicate,
              count(*)::int AS open
         FROM export_task WHERE asset_id = $1 AND user_id = $2 AND ${OPEN}`,
      [assetId, userId, JSON.stringify(request), origin, rowFilter],
    );
    return found ?? { duplicate: null, open: 0 };
  }

  /** Deletes all finished exports except the newest `keep`. */
  async deleteOld(transaction: Transaction, { assetId, userId }: ExportOwner, keep: number): Promise<void> {
    await managerOf(transaction).query(
      `DELETE FROM export_task WHERE id IN (
         SELECT id FROM export_task WHERE asset_id = $1 AND user_id = $2 AND NOT ${OPEN} ORDER BY id DESC OFFSET $3)`,
      [assetId, userId, keep],
    );
  }
}
