import { Injectable } from '@nestjs/common';

/**
 * Saves of one asset by this process, one after the other, in the order in which they came. Who waits holds no connection,
 * and prepares no form for a state that another save is about to end.
 */
@Injectable()
export class SaveTurns {
  /** When the last save of an asset that stands in line ends, by its id. */
  private readonly ends = new Map<number, Promise<void>>();

  /** Rejects as `save` does; those behind it have their turn all the same. */
  async take<Result>(assetId: number, save: () => Promise<Result>): Promise<Result> {
    const before = this.ends.get(assetId) ?? Promise.resolve();
    const turn = before.then(save);
    const end = turn.then(
      () => undefined,
      () => undefined,
    );
    this.ends.set(assetId, end);
    try {
      return await turn;
    } finally {
      if (this.ends.get(assetId) === end) this.ends.delete(assetId);
    }
  }

  /** Assets that are being saved. */
  get busy(): number {
    return this.ends.size;
  }
}
