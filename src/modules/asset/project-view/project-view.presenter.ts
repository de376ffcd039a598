import { wireDate } from '../../../domain/text/wire-date';
import type { ViewedUser } from '../../../domain/account/username';
import type { Page } from '../../../domain/page';
import type { PageRequest } from '../../../http/pagination/present-page';
import { presentMinimalPage } from '../asset-list.presenter';
import type { Links } from '../../../http/url/links';
import { deploymentStatus } from '../../../domain/asset/asset-status';
import { csvReply } from '../../../http/streaming/file-response';
import { csvLine } from '../../../domain/text/csv-line';
import { presentViewedUser } from '../../account/account.presenter';
import type { ProjectView, ViewedAsset, ViewedCounts } from './project-view.service';

export { presentViewedUser };

export function presentProjectView(links: Links, view: ProjectView) {
  const { uid, name, countries, permissions, usernames } = view;
  return {
    uid,
    name,
    url: links.plain.projectView(uid),
    assets: links.plain.projectView(uid, 'assets'),
    assets_export: links.plain.projectView(uid, 'assets/export'),
    users: links.plain.projectView(uid, 'users'),
    users_export: links.plain.projectView(uid, 'users/export'),
    countries,
    permissions,
    assigned_users: usernames,
  };
}

export function presentViewedAsset(
  links: Links,
  asset: ViewedAsset,
  { showsSubmissions }: { readonly showsSubmissions: boolean },
) {
  return {
    url: links.asset(asset.uid),
    uid: asset.uid,
    name: asset.name,
    asset_type: 'survey',
    settings: asset.settings,
    languages: asset.languages,
    owner: links.user(asset.ownerUsername),
    owner__username: asset.ownerUsername,
    owner__email: asset.ownerEmail,
    owner__name: asset.ownerName,
    owner__organization: asset.ownerOrganization,
    owner_label: asset.ownerUsername,
    created_by: asset.createdBy,
    last_modified_by: asset.lastModifiedBy,
    date_created: wireDate(asset.dateCreated),
    date_modified: wireDate(asset.dateModified),
    date_deployed: asset.dateDeployed === null ? null : wireDate(asset.dateDeployed),
    has_deployment: asset.active !== null,
    deployment__active: asset.active === true,
    deployment__encrypted: asset.encrypted === true,
    deployment__uuid: asset.deploymentUuid,
    deployment__submission_count: showsSubmissions ? asset.submissions : null,
    deployment_status: deploymentStatus({ assetType: 'survey', active: asset.active }),
    downloads: [
      { format: 'xls', url: links.assetFormat(asset.uid, 'xls') },
      { format: 'xml', url: links.assetFormat(asset.uid, 'xml') },
    ],
  };
}

/** Page without a count, as KoboToolbox sends it. */
export function presentMinimalViewedAssets(request: PageRequest, page: Page<ViewedAsset>) {
  return presentMinimalPage(request, {
    count: page.count,
    items: page.items.map(({ uid, name, active }) => ({ uid, name, assetType: 'survey' as const, active })),
  });
}

export function presentViewedCounts({ deployed, archived, draft }: ViewedCounts) {
  return { deployed_count: deployed, archived_count: archived, draft_count: draft };
}

/** The table at `result` is generated on download. @param list `assets` or `users` */
export function presentViewExport(links: Links, uid: string, list: 'assets' | 'users') {
  return { status: 'complete', result: links.csvTable(`project-views/${encodeURIComponent(uid)}/${list}`) };
}

/** Members of an asset in its export; the others are links. */
const ASSET_COLUMNS = [
  'uid',
  'name',
  'owner__username',
  'owner__email',
  'owner__name',
  'owner__organization',
  'date_created',
  'date_modified',
  'date_deployed',
  'deployment_status',
  'deployment__submission_count',
  'settings',
  'languages',
] as const;

export function presentViewedAssetTable(
  links: Links,
  { assets, showsSubmissions }: { assets: AsyncIterable<ViewedAsset>; showsSubmissions: boolean },
) {
  return csvReply(
    'assets.csv',
    csvLines(ASSET_COLUMNS, assets, (asset) => presentViewedAsset(links, asset, { showsSubmissions })),
  );
}

const USER_COLUMNS = [
  'id',
  'username',
  'email',
  'is_superuser',
  'is_active',
  'date_joined',
  'last_login',
  'asset_count',
  'metadata',
] as const;

export function presentViewedUserTable(users: AsyncIterable<ViewedUser>) {
  return csvReply('users.csv', csvLines(USER_COLUMNS, users, presentViewedUser));
}

async function* csvLines<Item, Column extends string>(
  columns: readonly Column[],
  items: AsyncIterable<Item>,
  present: (item: Item) => Readonly<Record<Column, unknown>>,
): AsyncGenerator<string> {
  yield csvLine(columns);
  for await (const item of items) {
    const members = present(item);
    yield csvLine(columns.map((column) => csvCell(members[column])));
  }
}

/** Text as it is, null as an empty cell, everything else as JSON. */
function csvCell(value: unknown): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
