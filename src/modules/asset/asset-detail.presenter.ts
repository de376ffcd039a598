import type { Rendering } from '../../domain/text/rendering';
import type { Links } from '../../http/url/links';
import { AssetText, gapsOf } from './asset-text.presenter';
import type { AssetDetail } from './asset-view.service';
import { leavingOut, presentDetailWith } from './asset.presenter';

/** One asset with everything, as text that may be kept. */
export function assetDetailText(
  links: Links,
  excluded: ReadonlySet<string>,
): Rendering<AssetDetail, AssetText> {
  return {
    name: JSON.stringify([links.asset(''), ...excluded]),
    of: (asset) => new AssetText(leavingOut(excluded, presentDetailWith(links, asset, gapsOf(asset.id)))),
  };
}
