import { join, resolve } from 'node:path';
import type { Environment } from './config/environment';
import { reachDatabase } from './database/reach-database';
import {
  type EmbeddedPostgres,
  findRunningEmbeddedPostgres,
  startEmbeddedPostgres,
} from './database/embedded-postgres/embedded-postgres';

/** The database that a process works on, and how to let go of it. */
export interface OpenDatabase {
  readonly url: string;
  readonly release: () => Promise<void>;
}

export type Tell = (message: string) => void;

const databaseFolder = (environment: Environment): string => join(resolve(environment.DATA_DIR), 'database');

/**
 * The operator's database, else the embedded one, started if need be.
 * @throws UnreachableDatabaseError, EmbeddedPostgresError with a sentence for the operator
 */
export async function openDatabase(
  environment: Environment,
  tell: Tell,
  signal?: AbortSignal,
): Promise<OpenDatabase> {
  if (environment.DATABASE_URL !== undefined) {
    const seconds = environment.DATABASE_WAIT_SECONDS;
    await reachDatabase(environment.DATABASE_URL, { seconds, tell, ...(signal && { signal }) });
    return { url: environment.DATABASE_URL, release: async () => undefined };
  }
  const postgres: EmbeddedPostgres = await startEmbeddedPostgres({
    dataDir: databaseFolder(environment),
    log: tell,
  });
  return { url: postgres.url, release: () => postgres.stop() };
}

/** The same for a command: a service that runs on the embedded database shares it. */
export async function borrowDatabase(environment: Environment, tell: Tell): Promise<OpenDatabase> {
  if (environment.DATABASE_URL !== undefined) return openDatabase(environment, tell);
  const running = await findRunningEmbeddedPostgres(databaseFolder(environment), tell);
  return running === undefined
    ? openDatabase(environment, tell)
    : { url: running, release: async () => undefined };
}
