import { deploymentStatus } from '../../domain/asset/asset-status';
import { tagUid } from '../../domain/asset/settings-rules';
import type { Page } from '../../domain/page';
import { CachedResponse } from '../../http/reply';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import type { Links } from '../../http/url/links';
import type { AssetPage, DeploymentCounts, MinimalAsset } from './asset-list.service';
import { AssetJson, countSlots } from './asset-json.presenter';
import { omitFields, presentAsset } from './asset.presenter';

/** Presents a page of assets as cacheable JSON, with metadata of the whole list if requested. */
export function presentAssetPage(
  links: Links,
  pageRequest: PageRequest,
  { metadata, submissionCounts, ...page }: AssetPage,
  excluded: ReadonlySet<string>,
): AssetJson {
  const body = {
    ...presentPage(pageRequest, page, (asset) =>
      omitFields(excluded, presentAsset(links, asset, countSlots(asset.id))),
    ),
    ...(metadata !== undefined && { metadata }),
  };
  return new AssetJson(
    body,
    page.items.map(({ id }) => id),
    submissionCounts.text,
  );
}

export function presentAssetHash(hash: string): CachedResponse {
  return new CachedResponse('application/json', Buffer.from(JSON.stringify({ hash })));
}

/** Omits `count`, as KoboToolbox does (contract-assets 2.1). */
export function presentMinimalPage(pageRequest: PageRequest, page: Page<MinimalAsset>) {
  const { next, previous, results } = presentPage(pageRequest, page, (asset) => ({
    uid: asset.uid,
    name: asset.name,
    deployment_status: deploymentStatus(asset),
  }));
  return { next, previous, results };
}

export function presentTag(name: string) {
  return { name, uid: tagUid(name) };
}

export function presentDeploymentCounts({ deployed, archived, draft }: DeploymentCounts) {
  return { deployed_count: deployed, archived_count: archived, draft_count: draft };
}
