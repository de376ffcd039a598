import type { Rendering } from '../../domain/text/rendering';
import type { Links } from '../../http/url/links';
import { AssetJson, countSlots } from './asset-json.presenter';
import type { AssetDetail } from './asset-view.service';
import { omitFields, presentAssetDetailWith } from './asset.presenter';

export function assetDetailRendering(
  links: Links,
  excluded: ReadonlySet<string>,
): Rendering<AssetDetail, AssetJson> {
  return {
    name: JSON.stringify([links.asset(''), ...excluded]),
    of: (asset) =>
      new AssetJson(omitFields(excluded, presentAssetDetailWith(links, asset, countSlots(asset.id)))),
  };
}
