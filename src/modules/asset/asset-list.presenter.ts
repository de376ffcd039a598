import { tagUid } from '../../domain/asset/tag-uid';
import type { Page } from '../../domain/page';
import { JsonGap, JsonTemplate } from '../../http/json-template';
import { KeptBody } from '../../http/kept-body';
import { type AskedPage, presentPage } from '../../http/pagination/present-page';
import type { Links } from '../../http/url/links';
import type { AssetPage, CountedPage, DeploymentCounts, MinimalAsset } from './asset-list.service';
import { deploymentStatus, leavingOut, presentAsset, presentTally } from './asset.presenter';

/** A count of an asset that stands in a page. */
interface ShownCount {
  readonly assetId: number;
  readonly count: 'submissions' | 'lastSubmitted';
}

/** A page for one address, as it was asked for last. */
interface ReadyPage {
  readonly asked: string;
  readonly template: JsonTemplate<ShownCount>;
  /** With these counts. */
  tallies?: string;
  body?: KeptBody;
}

/** As long as a page is kept, so is its text. */
const ready = new WeakMap<AssetPage, ReadyPage>();

/**
 * A page of assets, with the words of the whole list where they were asked for. Its text is made once, and the counts of
 * submissions are put into it (decision 120).
 */
export function presentAssetPage(
  links: Links,
  asked: AskedPage,
  { page, tallies }: CountedPage,
  excluded: ReadonlySet<string>,
): KeptBody {
  const name = [asked.url.href, links.asset(''), ...excluded].join(' ');
  let known = ready.get(page);
  if (known?.asked !== name) {
    known = { asked: name, template: new JsonTemplate(pageWithGaps(links, asked, page, excluded)) };
    ready.set(page, known);
  }
  if (known.body === undefined || known.tallies !== tallies.text) {
    const bytes = known.template.fill(({ assetId, count }) =>
      JSON.stringify(presentTally(tallies.of(assetId))[count]),
    );
    known.body = new KeptBody('application/json', bytes);
    known.tallies = tallies.text;
  }
  return known.body;
}

function pageWithGaps(
  links: Links,
  asked: AskedPage,
  { metadata, ...page }: AssetPage,
  excluded: ReadonlySet<string>,
): object {
  const gap = (assetId: number, count: ShownCount['count']) => new JsonGap<ShownCount>({ assetId, count });
  return {
    ...presentPage(asked, page, (asset) => {
      const { id } = asset;
      const tally = { submissions: gap(id, 'submissions'), lastSubmitted: gap(id, 'lastSubmitted') };
      return leavingOut(excluded, presentAsset(links, asset, tally));
    }),
    ...(metadata !== undefined && { metadata }),
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
