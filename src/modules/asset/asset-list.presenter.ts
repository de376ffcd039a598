import { tagUid } from '../../domain/asset/tag-uid';
import type { Page } from '../../domain/page';
import type { Rendering } from '../../domain/text/rendering';
import { type AskedPage, presentPage } from '../../http/pagination/present-page';
import type { Links } from '../../http/url/links';
import type { AssetPage, DeploymentCounts, MinimalAsset } from './asset-list.service';
import { AssetText, gapsOf } from './asset-text.presenter';
import { deploymentStatus, leavingOut, presentAsset } from './asset.presenter';

/** A page of assets, with the words of the whole list where they were asked for. */
export function assetPageText(
  links: Links,
  asked: AskedPage,
  excluded: ReadonlySet<string>,
): Rendering<AssetPage, AssetText> {
  return {
    name: JSON.stringify([asked.url.href, links.asset(''), ...excluded]),
    of: ({ metadata, ...page }) =>
      new AssetText({
        ...presentPage(asked, page, (asset) =>
          leavingOut(excluded, presentAsset(links, asset, gapsOf(asset.id))),
        ),
        ...(metadata !== undefined && { metadata }),
      }),
  };
}

/** As the peer shows it, without a count (contract-assets 2.1). */
export function presentMinimalPage(asked: AskedPage, page: Page<MinimalAsset>) {
  const { next, previous, results } = presentPage(asked, page, (asset) => ({
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
