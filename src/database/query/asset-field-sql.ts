import type {
  AssetColumn,
  AssetField,
  AssetJsonColumn,
  TimestampPart,
  AssetSort,
  AssetSortKey,
} from '../../domain/query/asset-field';
import { columnSql, type FieldReader, type FieldSql, jsonSql, textListSql, textSql } from './filter-sql';
import type { AssetScope } from '../../domain/asset/asset-status';
import type { SqlParameters } from './sql-parameters';

/** Alphabetical, case as a tie-breaker, independent of the database's locale (decision 9). */
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

export interface AssetScopeFilter {
  /** The caller, or AnonymousUser for a caller without credentials. */
  readonly viewerId: number;
  readonly anonymousUserId: number;
  readonly scope: AssetScope;
  /** Uids of collections; if discoverable, their public assets are included. */
  readonly collections: readonly string[];
}

/** Ids of assets on which a user has one of the permissions. */
const assignedTo = (user: string, ...codenames: readonly string[]): string =>
  `SELECT asset_id FROM permission_assignment
    WHERE user_id = ${user} AND codename IN (${codenames.map((each) => `'${each}'`).join(', ')})`;

export function assetScopeSql(filter: AssetScopeFilter, parameters: SqlParameters): string {
  const { collections } = filter;
  const base = baseScopeSql(filter, parameters);
  if (collections.length === 0) return base;
  const anonymous = parameters.add(filter.anonymousUserId, 'int');
  return `${base}
    UNION SELECT child.id FROM asset collection JOIN asset child ON child.parent_id = collection.id
     WHERE collection.uid = ANY(${parameters.add(collections, 'text[]')}) AND collection.date_deleted IS NULL
       AND collection.id IN (${assignedTo(anonymous, 'discover_asset')})
       AND child.id IN (${assignedTo(anonymous, 'view_asset')})`;
}

function baseScopeSql(
  { scope, viewerId, anonymousUserId }: AssetScopeFilter,
  parameters: SqlParameters,
): string {
  const viewer = (): string => parameters.add(viewerId, 'int');
  const anonymous = (): string => parameters.add(anonymousUserId, 'int');
  switch (scope) {
    case 'owned':
      return `SELECT id FROM asset WHERE owner_id = ${viewer()}`;
    case 'granted':
      return assignedTo(viewer(), 'view_asset');
    case 'sharing':
      return assignedTo(viewer(), 'view_submissions', 'partial_submissions');
    case 'discoverable':
      return assignedTo(anonymous(), 'discover_asset');
    case 'followed':
      return followed(viewer(), anonymous());
    case 'listed':
      return listed(viewer(), anonymous());
  }
}

function listed(viewer: string, anonymous: string): string {
  const own = followed(viewer, anonymous);
  return `${assignedTo(viewer, 'view_asset')}
    UNION ${own}
    UNION SELECT child.id FROM (${own}) collection JOIN asset child ON child.parent_id = collection.asset_id
           WHERE child.id IN (${assignedTo(anonymous, 'view_asset')})`;
}

/** Collections that a user subscribes to and that are still discoverable. */
function followed(viewer: string, anonymous: string): string {
  return `SELECT s.asset_id FROM asset_subscription s
           WHERE s.user_id = ${viewer} AND s.asset_id IN (${assignedTo(anonymous, 'discover_asset')})`;
}
