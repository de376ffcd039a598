import type { Pool } from 'pg';
import { DomainError } from '../../domain/errors';
import type { Replica } from './replica';

/** Server of one operation of several reads: a replica, or the primary once it has failed. */
export class ReadSource {
  /** @param onFailure called when the primary takes over */
  constructor(
    private replica?: Replica,
    private readonly onFailure: () => void = () => undefined,
  ) {}

  /**
   * Reads, again from the primary if the replica fails: it may have ended, or cancelled the statement for its recovery.
   * @param read takes the replica's pool; undefined: the primary
   */
  async read<Result>(read: (pool: Pool | undefined) => Promise<Result>): Promise<Result> {
    const { replica } = this;
    if (replica === undefined) return read(undefined);
    try {
      return await read(replica.pool);
    } catch (error) {
      // Errors of the request would be the same on the primary.
      if (error instanceof DomainError) throw error;
      replica.suspend('failed');
      this.replica = undefined;
      this.onFailure();
      return read(undefined);
    }
  }
}

export const PRIMARY = new ReadSource();
