import type { AssetColumn, AssetField, AssetJsonColumn, TimestampPart } from '../../domain/query/asset-field';
import type { AssetSort, AssetSortKey } from '../../domain/query/asset-order';
import { columnSql, type FieldReader, type FieldSql, jsonSql, textListSql, textSql } from './filter-sql';

/** Alphabetical, case as a tie-breaker, independent of the database's locale (decision 39). */
const ALPHABETICAL = 'COLLATE "und-x-icu"';

const SORTS: Readonly<Record<AssetSort, string>> = {
  assetType: `a.asset_type COLLATE "C"`,
  dateModified: 'a.date_modified',
  dayModified: `(a.date_modified AT TIME ZONE 'UTC')::date`,
  dateDeployed: 'd.date_deployed',
  dayDeployed: `(d.date_deployed AT TIME ZONE 'UTC')::date`,
  name: `a.name ${ALPHABETICAL}`,
  // An empty sector sorts before chosen ones, a missing one last.
  sector: `coalesce(a.settings #>> '{sector,label}', replace(a.settings ->> 'sector', '{}', '')) ${ALPHABETICAL}`,
  sectorValue: `(a.settings #>> '{sector,value}') ${ALPHABETICAL}`,
  description: `(a.settings ->> 'description') ${ALPHABETICAL}`,
  ownerUsername: `owner.username ${ALPHABETICAL}`,
  ownerName: `(owner.extra_details ->> 'name') ${ALPHABETICAL}`,
  ownerOrganization: `(owner.extra_details ->> 'organization') ${ALPHABETICAL}`,
  ownerEmail: `owner.email ${ALPHABETICAL}`,
  deploymentStatus: `(${deploymentStatusSql('a', 'd')}) COLLATE "C"`,
  lastModifiedBy: `a.last_modified_by ${ALPHABETICAL}`,
  subscriberCount: '(SELECT count(*) FROM asset_subscription s WHERE s.asset_id = a.id)',
  isCollection: `a.asset_type = 'collection'`,
};

/** Deployed, drafts, archived, not deployable; newest first (contract-assets 2.1). */
const DEFAULT_ORDER = `
  CASE WHEN d.active THEN 0 WHEN a.asset_type <> 'survey' THEN 3 WHEN d.active IS NULL THEN 1 ELSE 2 END,
  a.date_modified DESC, a.id DESC`;

/** ORDER BY terms of `asset a`, with id as the tie-breaker. */
export function assetOrderSql(keys: readonly AssetSortKey[]): string {
  if (keys.length === 0) return DEFAULT_ORDER;
  return [...keys.map(({ by, descending }) => `${SORTS[by]} ${descending ? 'DESC' : 'ASC'}`), 'a.id'].join(
    ', ',
  );
}

/** Joins that a query on `asset a` and `deployment d` needs for `assetFieldSql`. */
export const ASSET_FIELD_SOURCES = `
  JOIN app_user owner ON owner.id = a.owner_id
  LEFT JOIN asset parent ON parent.id = a.parent_id AND parent.date_deleted IS NULL
  LEFT JOIN app_user parent_owner ON parent_owner.id = parent.owner_id
  LEFT JOIN deployment parent_d ON parent_d.asset_id = parent.id`;

/** Fields of `asset a` among the tables of `ASSET_FIELD_SOURCES`. */
export const assetFieldSql: FieldReader<AssetField> = (field, parameters) => {
  const { columns, jsonColumns } = SOURCES[field.of];
  if (field.source === 'column') return columns[field.column];
  if (field.source === 'timestamp') return partSql(columns[field.column].time, field.part);
  const json = jsonColumns[field.column];
  const value = (): string =>
    field.path.length === 0 ? json : `(${json}) #> ${parameters.add(field.path, 'text[]')}`;
  if (field.as === undefined) return jsonSql(value);
  return textSql(() => (field.as === 'type' ? `jsonb_typeof(${value()})` : `((${value()}) #>> '{}')`));
};

/** Parts that PostgreSQL names otherwise. */
const EXTRACT_FIELDS: Readonly<Partial<Record<TimestampPart, string>>> = {
  iso_year: 'isoyear',
  week_day: 'dow',
  iso_week_day: 'isodow',
};

/** Part of a timestamp in UTC. Days of the week count from 1 (Sunday); seconds are truncated. */
function partSql(timestamp: string, part: TimestampPart): FieldSql {
  const utc = `(${timestamp} AT TIME ZONE 'UTC')`;
  if (part === 'text') return columnSql(`(${utc}::text || '+00')`, 'text');
  const offset = part === 'week_day' ? ' + 1' : '';
  const sql = `(floor(extract(${EXTRACT_FIELDS[part] ?? part} FROM ${utc}))${offset})`;
  return { ...columnSql(sql, 'bigint'), numberType: 'numeric' };
}

/** Deployment status as clients name it; null for assets that can't be deployed. */
function deploymentStatusSql(asset: string, deployment: string): string {
  return `CASE WHEN ${deployment}.active THEN 'deployed' WHEN NOT ${deployment}.active THEN 'archived'
               WHEN ${asset}.asset_type = 'survey' THEN 'draft' END`;
}

interface AssetColumnsSql {
  readonly columns: Readonly<Record<AssetColumn, FieldSql>>;
  readonly jsonColumns: Readonly<Record<AssetJsonColumn, string>>;
}

/** Columns of an asset, its owner and its deployment, by the aliases of their tables. */
function columnsOf(asset: string, owner: string, deployment: string): AssetColumnsSql {
  return {
    columns: {
      uid: columnSql(`${asset}.uid`, 'text'),
      name: columnSql(`${asset}.name`, 'text'),
      assetType: columnSql(`${asset}.asset_type`, 'text'),
      lastModifiedBy: columnSql(`${asset}.last_modified_by`, 'text'),
      ownerUsername: columnSql(`${owner}.username`, 'text'),
      deploymentStatus: columnSql(deploymentStatusSql(asset, deployment), 'text'),
      dateCreated: columnSql(`${asset}.date_created`, 'time'),
      dateModified: columnSql(`${asset}.date_modified`, 'time'),
      dateDeployed: columnSql(`${deployment}.date_deployed`, 'time'),
      searchText: columnSql(`${asset}.search_text`, 'text'),
      tags: textListSql(`${asset}.tags`),
    },
    jsonColumns: {
      settings: `${asset}.settings`,
      summary: `${asset}.summary`,
      dataSharing: `${asset}.data_sharing`,
      ownerDetails: `${owner}.extra_details`,
      deploymentData: `CASE WHEN ${deployment}.asset_id IS NOT NULL THEN jsonb_build_object('active', ${deployment}.active) END`,
    },
  };
}

const SOURCES = {
  asset: columnsOf('a', 'owner', 'd'),
  parent: columnsOf('parent', 'parent_owner', 'parent_d'),
};
