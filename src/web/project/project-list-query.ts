import { DEPLOYMENT_STATUSES } from '../../domain/asset/deployment-status';
import type { PageWindow } from '../../domain/page';
import { readAssetOrder } from '../../domain/query/asset-order';
import type { AssetFilter, AssetListing } from '../../modules/asset/asset-list.service';
import type { Option } from '../page/form-field';
import { type Sent, textOf, readStart } from '../page/sent-form';

export const PROJECTS_PER_PAGE = 50;

export const ORDERS: readonly Option[] = [
  { value: '-date_modified', label: 'Last changed' },
  { value: 'name', label: 'Name' },
  { value: '-date_deployed', label: 'Last deployed' },
  { value: '_deployment_status,name', label: 'Status' },
  { value: 'owner__username,name', label: 'Owner' },
];

/** Search, status, order and page of the project list. Unknown values count as absent. */
export interface ProjectListQuery {
  readonly search: string;
  readonly status: string;
  readonly order: string;
  readonly window: PageWindow;
}

export function readProjectListQuery(query: Sent): ProjectListQuery {
  return {
    search: textOf(query['q']).trim(),
    status: DEPLOYMENT_STATUSES.find((status) => status === query['status']) ?? '',
    order: ORDERS.find(({ value }) => value === query['order'])?.value ?? ORDERS[0]!.value,
    window: { limit: PROJECTS_PER_PAGE, start: readStart(query) },
  };
}

/** The list in terms of the API: a search with the status as one more term. */
export function projectFilter({ search, status }: ProjectListQuery): AssetFilter {
  const terms = [search && `(${search})`, status && `_deployment_status:${status}`].filter(Boolean);
  return {
    scope: 'listed',
    assetType: 'survey',
    ...(terms.length > 0 && { search: terms.join(' AND ') }),
  };
}

export function projectListing({ order }: ProjectListQuery): AssetListing {
  return { order: readAssetOrder(order, false), ownAssignmentsOnly: true, metadata: false };
}

/** Parameters of the list's links; defaults are left out. */
export function queryParameters({ search, status, order }: ProjectListQuery): Record<string, string> {
  return {
    ...(search !== '' && { q: search }),
    ...(status !== '' && { status }),
    ...(order !== ORDERS[0]!.value && { order }),
  };
}
