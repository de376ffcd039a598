import type { AssetSort, AssetSortKey } from '../../domain/query/asset-order';
import { deploymentStatusSql } from './asset-field-sql';

/** As people read them, letter case last, whatever the locale of the database (decision 39). */
const READ = 'COLLATE "und-x-icu"';

const SORTS: Readonly<Record<AssetSort, string>> = {
  assetType: `a.asset_type COLLATE "C"`,
  dateModified: 'a.date_modified',
  dayModified: `(a.date_modified AT TIME ZONE 'UTC')::date`,
  dateDeployed: 'd.date_deployed',
  dayDeployed: `(d.date_deployed AT TIME ZONE 'UTC')::date`,
  name: `a.name ${READ}`,
  // One that was left open comes before those that were chosen, and none at all last.
  sector: `coalesce(a.settings #>> '{sector,label}', replace(a.settings ->> 'sector', '{}', '')) ${READ}`,
  sectorValue: `(a.settings #>> '{sector,value}') ${READ}`,
  description: `(a.settings ->> 'description') ${READ}`,
  ownerUsername: `owner.username ${READ}`,
  ownerName: `(owner.extra_details ->> 'name') ${READ}`,
  ownerOrganization: `(owner.extra_details ->> 'organization') ${READ}`,
  ownerEmail: `owner.email ${READ}`,
  deploymentStatus: `(${deploymentStatusSql({ asset: 'a', deployment: 'd' })}) COLLATE "C"`,
  lastModifiedBy: `a.last_modified_by ${READ}`,
  subscriberCount: '(SELECT count(*) FROM asset_subscription s WHERE s.asset_id = a.id)',
  isCollection: `a.asset_type = 'collection'`,
};

/** Deployed first, then drafts, then archived, then what can't be deployed; the newest first (contract-assets 2.1). */
const BY_THEMSELVES = `
  CASE WHEN d.active THEN 0 WHEN a.asset_type <> 'survey' THEN 3 WHEN d.active IS NULL THEN 1 ELSE 2 END,
  a.date_modified DESC, a.id DESC`;

/** An order of `asset a` with its owner and deployment, in which no two are alike. */
export function assetOrderSql(keys: readonly AssetSortKey[]): string {
  if (keys.length === 0) return BY_THEMSELVES;
  return [...keys.map(({ by, descending }) => `${SORTS[by]} ${descending ? 'DESC' : 'ASC'}`), 'a.id'].join(
    ', ',
  );
}
