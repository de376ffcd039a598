export interface AssetSubmissionCount {
  readonly submissions: number;
  readonly lastSubmitted: Date | null;
}

const NONE: AssetSubmissionCount = { submissions: 0, lastSubmitted: null };

/** Submission counts of assets, parsed lazily from the JSON of the database. */
export class AssetSubmissionCounts {
  private byAsset: ReadonlyMap<number, AssetSubmissionCount> | undefined;

  /** @param text JSON: `[asset id, count, last submission in ms or null]` of assets with any; canonical */
  constructor(readonly text: string) {}

  of(assetId: number): AssetSubmissionCount {
    this.byAsset ??= parse(this.text);
    return this.byAsset.get(assetId) ?? NONE;
  }
}

function parse(text: string): Map<number, AssetSubmissionCount> {
  const rows = JSON.parse(text) as [number, number, number | null][];
  return new Map(
    rows.map(([id, submissions, timestamp]) => [
      id,
      { submissions, lastSubmitted: timestamp === null ? null : new Date(timestamp) },
    ]),
  );
}
