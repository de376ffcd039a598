import { Injectable } from '@nestjs/common';
import {
  ASSET_FIELD_SOURCES,
  assetFieldSql,
  assetOrderSql,
  type AssetScopeFilter,
  assetScopeSql,
} from '../../database/query/asset-field-sql';
import { BoundedReader, type ReadCost } from '../../database/query/bounded-reader';
import { filterSql } from '../../database/query/filter-sql';
import { SqlParameters } from '../../database/query/sql-parameters';
import type { ListMetadataSource } from '../../domain/asset/list-metadata';
import type { AssetType } from '../../domain/content/content';
import type { Page, PageWindow } from '../../domain/page';
import type { AssetField, AssetSortKey } from '../../domain/query/asset-field';
import { type Filter, hasPattern } from '../../domain/query/mongo-expression';

export interface ListFilter extends AssetScopeFilter {
  readonly assetType: string | undefined;
  readonly search: Filter<AssetField> | undefined;
  /** Includes empty assets: the search names them. */
  readonly includesEmpty: boolean;
}

export interface MinimalAsset {
  readonly uid: string;
  readonly name: string;
  readonly assetType: AssetType;
  /** Null when never deployed. */
  readonly active: boolean | null;
}

export interface DeploymentCounts {
  readonly deployed: number;
  readonly archived: number;
  readonly draft: number;
}

interface ListSource {
  readonly from: string;
  readonly parameters: SqlParameters;
}

/** Builds FROM and WHERE: asset `a`, user `owner`, deployment `d`. */
function listSource({ assetType, search, includesEmpty, ...scope }: ListFilter): ListSource {
  const parameters = new SqlParameters();
  const conditions = [
    'a.date_deleted IS NULL AND owner.is_active',
    `a.id IN (${assetScopeSql(scope, parameters)})`,
    ...(includesEmpty ? [] : [`a.asset_type <> 'empty'`]),
    ...(assetType === undefined ? [] : [`a.asset_type = ${parameters.add(assetType, 'text')}`]),
    ...(search === undefined ? [] : [filterSql(search, assetFieldSql, parameters)]),
  ];
  return {
    from: `asset a LEFT JOIN deployment d ON d.asset_id = a.id ${ASSET_FIELD_SOURCES}
           WHERE ${conditions.join(' AND ')}`,
    parameters,
  };
}

function costOf({ search }: ListFilter): ReadCost {
  if (search === undefined) return 'known';
  return hasPattern(search) ? 'patterns' : 'rows';
}

/** Reads asset lists and their aggregates with a constant number of statements. */
@Injectable()
export class AssetListRepository {
  constructor(private readonly reader: BoundedReader) {}

  async pageOfIds(
    filter: ListFilter,
    order: readonly AssetSortKey[],
    window: PageWindow,
  ): Promise<Page<number>> {
    const { count, items } = await this.pageOf<{ id: number }>('a.id', filter, order, window);
    return { count, items: items.map(({ id }) => id) };
  }

  minimalPage(
    filter: ListFilter,
    order: readonly AssetSortKey[],
    window: PageWindow,
  ): Promise<Page<MinimalAsset>> {
    const columns = 'a.uid, a.name, a.asset_type AS "assetType", d.active';
    return this.pageOf<MinimalAsset>(columns, filter, order, window);
  }

  /** Counts and reads in one pass: what a list costs is its filter, evaluated for each asset that the caller sees. */
  private pageOf<Row extends object>(
    columns: string,
    filter: ListFilter,
    order: readonly AssetSortKey[],
    { limit, start }: PageWindow,
  ): Promise<Page<Row>> {
    const { from, parameters } = listSource(filter);
    const counted = [...parameters.values];
    const part = `LIMIT ${parameters.add(limit, 'bigint')} OFFSET ${parameters.add(start, 'bigint')}`;
    return this.reader.read(costOf(filter), async (query) => {
      const rows = await query<Row & { count: number }>(
        `SELECT ${columns}, count(*) OVER ()::int AS count FROM ${from} ORDER BY ${assetOrderSql(order)} ${part}`,
        parameters.values,
      );
      const [first] = rows;
      if (first !== undefined) return { count: first.count, items: rows };
      // No row of a page behind the last tells the count.
      const [total] = await query<{ count: number }>(`SELECT count(*)::int AS count FROM ${from}`, counted);
      return { count: total!.count, items: [] };
    });
  }

  listMetadataSources(filter: ListFilter): Promise<ListMetadataSource[]> {
    const { from, parameters } = listSource(filter);
    return this.reader.read(costOf(filter), (query) =>
      query<ListMetadataSource>(
        `SELECT DISTINCT a.summary -> 'languages' AS languages, a.settings -> 'country' AS country,
                a.settings -> 'sector' AS sector, a.settings -> 'organization' AS organization
           FROM ${from}`,
        parameters.values,
      ),
    );
  }

  async deploymentCounts(filter: ListFilter): Promise<DeploymentCounts> {
    const { from, parameters } = listSource(filter);
    const rows = await this.reader.read(costOf(filter), (query) =>
      query<DeploymentCounts>(
        `SELECT count(*) FILTER (WHERE d.active)::int AS deployed,
                count(*) FILTER (WHERE NOT d.active)::int AS archived,
                count(*) FILTER (WHERE d.active IS NULL)::int AS draft
           FROM ${from} AND a.asset_type = 'survey'`,
        parameters.values,
      ),
    );
    return rows[0]!;
  }

  /** Tags ordered by their oldest asset, then by position in it. */
  tags(filter: ListFilter, { limit, start }: PageWindow): Promise<Page<string>> {
    const { from, parameters } = listSource(filter);
    const tags = `
      SELECT tag AS name, min(seen.id) AS oldest, min(place) AS place
        FROM (SELECT a.id, a.tags FROM ${from}) seen
       CROSS JOIN unnest(seen.tags) WITH ORDINALITY AS each (tag, place) GROUP BY tag`;
    const part = `LIMIT ${parameters.add(limit, 'bigint')} OFFSET ${parameters.add(start, 'bigint')}`;
    return this.reader.read(costOf(filter), async (query) => {
      const [row] = await query<{ count: number; names: string[] }>(
        `WITH tags AS (${tags})
         SELECT (SELECT count(*) FROM tags)::int AS count,
                ARRAY(SELECT name FROM tags ORDER BY oldest, place, name ${part}) AS names`,
        parameters.values,
      );
      return { count: row!.count, items: row!.names };
    });
  }

  /** MD5 of the concatenated sorted uids of the newest versions; '' without any (decision 9). */
  async hash(filter: ListFilter): Promise<string> {
    const { from, parameters } = listSource(filter);
    const rows = await this.reader.read(costOf(filter), (query) =>
      query<{ hash: string }>(
        `SELECT coalesce(md5(string_agg(newest.uid, '' ORDER BY newest.uid COLLATE "C")), '') AS hash
           FROM (SELECT a.id FROM ${from}) seen
           CROSS JOIN LATERAL (
             SELECT v.uid FROM asset_version v WHERE v.asset_id = seen.id ORDER BY v.id DESC LIMIT 1
           ) newest`,
        parameters.values,
      ),
    );
    return rows[0]!.hash;
  }
}
