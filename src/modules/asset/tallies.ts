/** How many submissions an asset has. */
export interface Tally {
  readonly submissions: number;
  readonly lastSubmitted: Date | null;
}

const NOTHING: Tally = { submissions: 0, lastSubmitted: null };

/** Counts of some assets, read out of the text that the database makes of them only where they are asked for. */
export class Tallies {
  private byAsset: ReadonlyMap<number, Tally> | undefined;

  /** @param text JSON: id, count and milliseconds of each that has any; the same where the counts are the same */
  constructor(readonly text: string) {}

  of(assetId: number): Tally {
    this.byAsset ??= read(this.text);
    return this.byAsset.get(assetId) ?? NOTHING;
  }
}

function read(text: string): Map<number, Tally> {
  const rows = JSON.parse(text) as [number, number, number | null][];
  return new Map(
    rows.map(([id, submissions, moment]) => [
      id,
      { submissions, lastSubmitted: moment === null ? null : new Date(moment) },
    ]),
  );
}
