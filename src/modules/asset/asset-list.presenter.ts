import { deploymentStatus } from '../../domain/asset/asset-status';
import { tagUid } from '../../domain/asset/settings-rules';
import type { AssetListMetadata } from '../../domain/asset/list-metadata';
import type { Page } from '../../domain/page';
import { CachedResponse } from '../../http/reply';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import type { Links } from '../../http/url/links';
import type { AssetPage, DeploymentCounts, MinimalAsset } from './asset-list.service';
import { AssetJson, countSlots, omitFields, presentAsset } from './asset.presenter';

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

/** JSON as it is kept. */
function jsonResponse(body: unknown): CachedResponse {
  return new CachedResponse('application/json', Buffer.from(JSON.stringify(body)));
}

export const presentAssetHash = (hash: string): CachedResponse => jsonResponse({ hash });

export const presentListMetadata = (metadata: AssetListMetadata): CachedResponse => jsonResponse(metadata);

/** Omits `count`, as KoboToolbox does (contract-assets 2.1). */
export function presentMinimalPage(pageRequest: PageRequest, page: Page<MinimalAsset>): CachedResponse {
  const { next, previous, results } = presentPage(pageRequest, page, (asset) => ({
    uid: asset.uid,
    name: asset.name,
    deployment_status: deploymentStatus(asset),
  }));
  return jsonResponse({ next, previous, results });
}

export function presentTagPage(pageRequest: PageRequest, page: Page<string>): CachedResponse {
  return jsonResponse(presentPage(pageRequest, page, (name) => ({ name, uid: tagUid(name) })));
}

export function presentDeploymentCounts({ deployed, archived, draft }: DeploymentCounts): CachedResponse {
  return jsonResponse({ deployed_count: deployed, archived_count: archived, draft_count: draft });
}
