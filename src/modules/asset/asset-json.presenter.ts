import { AssetSubmissionCounts } from '../../domain/asset/asset-status';
import { CachedResponse } from '../../http/reply';
import { JsonSlot, JsonTemplate } from '../../http/json-text';
import type { CacheableBody, ValidBody } from '../../http/response-cache/response-cache';
import type { Links } from '../../http/url/links';
import {
  omitFields,
  presentAssetDetailWith,
  presentSubmissionCounts,
  type PresentedCounts,
} from './asset.presenter';
import type { AssetDetailView } from './asset-view.service';

interface CountSlot {
  readonly assetId: number;
  readonly count: keyof PresentedCounts;
}

/** Slots for the submission counts of an asset, filled by `AssetJson.withCounts`. */
export function countSlots(assetId: number): PresentedCounts {
  const slot = (count: CountSlot['count']) => new JsonSlot<CountSlot>({ assetId, count });
  return { submissions: slot('submissions'), lastSubmitted: slot('lastSubmitted') };
}

/**
 * Cacheable JSON of assets, serialized once, with slots for submission counts
 * (docs/performance.md#revalidated-response-cache).
 */
export class AssetJson implements CacheableBody {
  private readonly template: JsonTemplate<CountSlot>;
  private response: CachedResponse;

  /**
   * @param body contains `countSlots` in place of submission counts
   * @param counts canonical JSON text of the counts it is first sent with
   */
  constructor(
    body: object,
    readonly countedAssetIds: readonly number[],
    private countsText: string,
  ) {
    this.template = new JsonTemplate(body);
    this.response = this.fill(countsText);
  }

  get byteSize(): number {
    return this.template.byteSize;
  }

  /** Returns the same instance while the counts stay the same. @param countsText undefined: those of the last call */
  withCounts(countsText = this.countsText): CachedResponse {
    if (countsText !== this.countsText) {
      this.response = this.fill(countsText);
      this.countsText = countsText;
    }
    return this.response;
  }

  private fill(countsText: string): CachedResponse {
    const counts = new AssetSubmissionCounts(countsText);
    const bytes = this.template.fill(({ assetId, count }) =>
      JSON.stringify(presentSubmissionCounts(counts.of(assetId))[count]),
    );
    return new CachedResponse('application/json', bytes);
  }
}

/** Presents asset details as cacheable JSON. */
export function presentCacheableDetail(
  links: Links,
  asset: AssetDetailView,
  excluded: ReadonlySet<string>,
): AssetJson {
  const body = omitFields(excluded, presentAssetDetailWith(links, asset, countSlots(asset.id)));
  return new AssetJson(body, [asset.id], asset.submissionCounts.text);
}

export function presentWithCounts({ body, submissionCounts }: ValidBody<AssetJson>): CachedResponse {
  return body.withCounts(submissionCounts);
}
