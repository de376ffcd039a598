import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { Replica } from './replica';
import { lagBytes, primaryPosition } from './replica-position.query';

export interface ReplicaLag {
  readonly name: string;
  /** Undefined: it, or the primary, does not respond. */
  readonly bytes: number | undefined;
}

/** Shorter than the timeouts of connections and statements: metrics are read while servers hang. */
const TIMEOUT_MS = 1_000;

/** Measures how far replicas are behind, within a second in all. */
export async function measureLags(
  primary: DataSource,
  replicas: readonly Pick<Replica<Pick<Pool, 'query'>>, 'name' | 'pool'>[],
): Promise<ReplicaLag[]> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>(
    (expire) => (timer = setTimeout(() => expire(undefined), TIMEOUT_MS)),
  );
  const inTime = <Result>(response: Promise<Result>): Promise<Result | undefined> =>
    Promise.race([response.catch(() => undefined), timeout]);
  try {
    const position = await inTime(primaryPosition(primary));
    const bytesOf = async (pool: Pick<Pool, 'query'>): Promise<number | undefined> =>
      position === undefined ? undefined : inTime(lagBytes(pool, position));
    return await Promise.all(replicas.map(async ({ name, pool }) => ({ name, bytes: await bytesOf(pool) })));
  } finally {
    clearTimeout(timer);
  }
}
