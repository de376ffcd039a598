import { JsonGap, JsonTemplate } from '../../http/json-template';
import { KeptBody } from '../../http/kept-body';
import { presentTally, type ShownTally } from './asset.presenter';
import type { CountedText, Tallies } from './asset-view.service';

/** A count of an asset that stands in a text. */
interface ShownCount {
  readonly assetId: number;
  readonly count: 'submissions' | 'lastSubmitted';
}

/** Gaps for the counts of an asset, for an `AssetText` to fill. */
export function gapsOf(assetId: number): ShownTally {
  const gap = (count: ShownCount['count']) => new JsonGap<ShownCount>({ assetId, count });
  return { submissions: gap('submissions'), lastSubmitted: gap('lastSubmitted') };
}

/** The JSON of one or more assets, made once; the counts of submissions are put into it (decision 120). */
export class AssetText {
  private readonly template: JsonTemplate<ShownCount>;
  private tallies: string | undefined;
  private body: KeptBody | undefined;

  /** @param shown with `gapsOf` assets in it */
  constructor(shown: object) {
    this.template = new JsonTemplate(shown);
  }

  get weight(): number {
    return this.template.weight;
  }

  /** The very same one for as long as the counts are the same. */
  with(tallies: Tallies): KeptBody {
    if (this.body === undefined || this.tallies !== tallies.text) {
      const bytes = this.template.fill(({ assetId, count }) =>
        JSON.stringify(presentTally(tallies.of(assetId))[count]),
      );
      this.body = new KeptBody('application/json', bytes);
      this.tallies = tallies.text;
    }
    return this.body;
  }
}

/** A text as it is now. */
export function presentCounted({ text, tallies }: CountedText<AssetText>): KeptBody {
  return text.with(tallies);
}
