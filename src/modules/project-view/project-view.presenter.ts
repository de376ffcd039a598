import { wireDate } from '../../domain/text/wire-date';
import type { Page } from '../../domain/page';
import type { PageRequest } from '../../http/pagination/present-page';
import { presentMinimalPage } from '../asset/asset-list.presenter';
import type { Links } from '../../http/url/links';
import { deploymentStatus } from '../../domain/asset/deployment-status';
import type { ProjectView, ViewedAsset, ViewedCounts } from './project-view.service';

export { presentViewedUser } from '../account/user.presenter';

export function presentProjectView(links: Links, view: ProjectView) {
  const { uid, name, countries, permissions, usernames } = view;
  return {
    uid,
    name,
    url: links.plain.projectView(uid),
    assets: links.plain.projectView(uid, 'assets'),
    users: links.plain.projectView(uid, 'users'),
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
    date_created: wireDate(asset.dateCreated),
    date_modified: wireDate(asset.dateModified),
    date_deployed: asset.dateDeployed === null ? null : wireDate(asset.dateDeployed),
    has_deployment: asset.active !== null,
    deployment__active: asset.active === true,
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
