/**
 * Deletes what a module stores for a deleted asset and a foreign key cascade cannot: millions of rows, and stored files.
 * Must be idempotent: it runs again after an interruption.
 */
export type PurgeStep = (assetId: number) => Promise<void>;

/** Registry of the steps before the row of an asset is deleted. Modules register at start. */
export class AssetPurges {
  private readonly steps: PurgeStep[] = [];

  add(step: PurgeStep): void {
    this.steps.push(step);
  }

  /** Runs the steps one by one; after an error the row stays for the next run. */
  async run(assetId: number): Promise<void> {
    for (const step of this.steps) await step(assetId);
  }
}
