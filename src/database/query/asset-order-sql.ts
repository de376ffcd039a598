import type { AssetSort, AssetSortKey } from '../../domain/query/asset-order';
import { deploymentStatusSql } from './asset-field-sql';

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
  deploymentStatus: `(${deploymentStatusSql({ asset: 'a', deployment: 'd' })}) COLLATE "C"`,
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
