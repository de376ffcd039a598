import { Injectable } from '@nestjs/common';
import { BoundedReader } from '../../database/query/bounded-reader';
import { filterSql } from '../../database/query/filter-sql';
import { odataFilterFieldSql } from '../../database/query/odata-calculation-sql';
import { odataOrderSql } from '../../database/query/odata-rows-sql';
import { SqlParameters } from '../../database/query/sql-parameters';
import type { ListedEntity } from '../../domain/odata/entity-list-model';
import type { FilterField } from '../../domain/odata/odata-function';
import type { ODataCursor, ODataOrder } from '../../domain/odata/query-options';
import { type Filter, matchesEverything } from '../../domain/query/mongo-expression';

/** Page of the entities of a list. */
export interface ListWindow {
  readonly filter: Filter<FilterField>;
  readonly order: ODataOrder;
  readonly after: ODataCursor | undefined;
  readonly skip: number;
  readonly limit: number;
}

export interface ListedRow extends ListedEntity {
  /** Number of the row. */
  readonly submission: number;
  readonly index: number;
  readonly sorted: readonly (string | null)[];
}

/**
 * Entities with the columns of submissions, so that OData filters and sorts them by the same expressions. It is no derived
 * table of its own in the plan: each expression reads the columns of the entity.
 */
const ENTITIES = `(
  SELECT e.id, e.list_id, e.uuid AS entity_uuid, e.version, e.label, e.data, e.conflict, e.date_created, e.date_modified,
         e.data || jsonb_strip_nulls(jsonb_build_object(
           '__id', e.uuid, 'label', e.label, '__system/version', e.version::text, '__system/updates', (e.version - 1)::text,
           '__system/conflict', e.conflict, '__system/createdAt', e.date_created AT TIME ZONE 'UTC',
           '__system/updatedAt', CASE WHEN e.version > 1 THEN e.date_modified AT TIME ZONE 'UTC' END)) AS answers,
         (SELECT v.created_by FROM entity_version v WHERE v.entity_id = e.id AND v.version = 1) AS submitted_by
    FROM entity e WHERE e.date_deleted IS NULL) AS submission`;

/** Reads the entities of a list for OData. */
@Injectable()
export class ListOdataRepository {
  constructor(private readonly reader: BoundedReader) {}

  /** @returns rows in order, and the number of all that match if it is asked for */
  page(
    listId: number,
    { filter, order, after, skip, limit }: ListWindow,
    withCount: boolean,
  ): Promise<{ rows: ListedRow[]; count: number | undefined }> {
    return this.reader.read('rows', async (query) => {
      const parameters = new SqlParameters(listId, limit, skip);
      const sql = odataOrderSql(order, undefined, after, parameters);
      const rows = await query<ListedRow>(
        `SELECT submission.id::float8 AS submission, 0 AS index, ARRAY[${sql.sorted.join(', ')}]::text[] AS sorted,
                entity_uuid AS uuid, label, version, data, conflict, submitted_by AS "createdBy",
                date_created AS "dateCreated", date_modified AS "dateModified"
           FROM ${ENTITIES} WHERE list_id = $1${conditionSql(filter, parameters)}${sql.after}
          ORDER BY ${sql.orderBy} LIMIT $2 OFFSET $3`,
        parameters.values,
      );
      if (!withCount) return { rows, count: undefined };
      const counted = new SqlParameters(listId);
      const condition = conditionSql(filter, counted);
      const [all] = await query<{ count: number }>(
        `SELECT count(*)::int AS count FROM ${ENTITIES} WHERE list_id = $1${condition}`,
        counted.values,
      );
      return { rows, count: all!.count };
    });
  }
}

function conditionSql(filter: Filter<FilterField>, parameters: SqlParameters): string {
  return matchesEverything(filter) ? '' : ` AND ${filterSql(filter, odataFilterFieldSql, parameters)}`;
}
