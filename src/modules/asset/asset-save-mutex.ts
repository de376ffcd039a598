import { Injectable } from '@nestjs/common';

/**
 * Keyed mutex: serialises saves of an asset within the process, in FIFO order. Waiting saves hold no database connection and
 * prepare no form that the save before them would make obsolete.
 */
@Injectable()
export class AssetSaveMutex {
  /** Resolves when the last queued save of an asset ends, by asset id. */
  private readonly tails = new Map<number, Promise<void>>();

  /** Rejects when `save` does; later saves run nevertheless. */
  async runExclusive<Result>(assetId: number, save: () => Promise<Result>): Promise<Result> {
    const previous = this.tails.get(assetId) ?? Promise.resolve();
    const result = previous.then(save);
    const tail = result.then(
      () => undefined,
      () => undefined,
    );
    this.tails.set(assetId, tail);
    try {
      return await result;
    } finally {
      if (this.tails.get(assetId) === tail) this.tails.delete(assetId);
    }
  }

  get size(): number {
    return this.tails.size;
  }
}
