import { JsonSlot, JsonTemplate } from '../../http/json-template';
import { CachedResponse } from '../../http/cached-response';
import { presentSubmissionCounts, type PresentedCounts } from './asset.presenter';
import type { WithSubmissionCounts, AssetSubmissionCounts } from './asset-view.service';

interface CountSlot {
  readonly assetId: number;
  readonly count: 'submissions' | 'lastSubmitted';
}

/** Slots for the submission counts of an asset, filled by `AssetJson.withCounts`. */
export function countSlots(assetId: number): PresentedCounts {
  const slot = (count: CountSlot['count']) => new JsonSlot<CountSlot>({ assetId, count });
  return { submissions: slot('submissions'), lastSubmitted: slot('lastSubmitted') };
}

/** JSON of one or more assets, serialised once, with slots for submission counts (decision 120). */
export class AssetJson {
  private readonly template: JsonTemplate<CountSlot>;
  private countsText: string | undefined;
  private response: CachedResponse | undefined;

  /** @param body contains `countSlots` in place of submission counts */
  constructor(body: object) {
    this.template = new JsonTemplate(body);
  }

  get byteSize(): number {
    return this.template.byteSize;
  }

  /** Returns the same instance while the counts stay the same. */
  withCounts(counts: AssetSubmissionCounts): CachedResponse {
    if (this.response === undefined || this.countsText !== counts.text) {
      const bytes = this.template.fill(({ assetId, count }) =>
        JSON.stringify(presentSubmissionCounts(counts.of(assetId))[count]),
      );
      this.response = new CachedResponse('application/json', bytes);
      this.countsText = counts.text;
    }
    return this.response;
  }
}

export function presentWithCounts({ text, counts }: WithSubmissionCounts<AssetJson>): CachedResponse {
  return text.withCounts(counts);
}
