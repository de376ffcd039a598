/**
 * Removes what a module keeps of a deleted asset and what may not go with the asset's row alone: rows by the million, and
 * bytes that rows name. It must bear being called again after it was cut short.
 */
export type PurgeStep = (assetId: number) => Promise<void>;

/** Where modules say, once, at start, what must be done before the row of an asset goes. */
export class AssetPurges {
  private readonly steps: PurgeStep[] = [];

  add(step: PurgeStep): void {
    this.steps.push(step);
  }

  /** One step after the other. What throws is told, and the row stays for the next time. */
  async run(assetId: number): Promise<void> {
    for (const step of this.steps) await step(assetId);
  }
}
