import { join, resolve } from 'node:path';
import type { Environment } from './config/environment';
import { waitForDatabase } from './database/wait-for-database';
import {
  type EmbeddedPostgres,
  findRunningEmbeddedPostgres,
  startEmbeddedPostgres,
} from './database/embedded-postgres/embedded-postgres';

export interface DatabaseHandle {
  readonly url: string;
  /** Differs from `url` behind a pooler: for migrations and backups. */
  readonly directUrl: string;
  readonly release: () => Promise<void>;
}

export type Print = (message: string) => void;

const databaseFolder = (environment: Environment): string => join(resolve(environment.DATA_DIR), 'database');

/**
 * Opens the database of DATABASE_URL, else starts the embedded one.
 * @throws UnreachableDatabaseError, EmbeddedPostgresError with a message for the operator
 */
export async function openDatabase(
  environment: Environment,
  print: Print,
  signal?: AbortSignal,
): Promise<DatabaseHandle> {
  if (environment.DATABASE_URL !== undefined) {
    const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl = url } = environment;
    for (const each of new Set([directUrl, url])) {
      await waitForDatabase(each, {
        timeoutSeconds: environment.DATABASE_WAIT_SECONDS,
        log: print,
        isPooled: each !== directUrl,
        variable: each === url ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL',
        ...(signal && { signal }),
      });
    }
    return { url, directUrl, release: async () => undefined };
  }
  const postgres: EmbeddedPostgres = await startEmbeddedPostgres({
    dataDir: databaseFolder(environment),
    log: print,
  });
  return { url: postgres.url, directUrl: postgres.url, release: () => postgres.stop() };
}

/** Opens the database for a CLI command, which shares the embedded database of a running service. */
export async function openDatabaseForCommand(
  environment: Environment,
  print: Print,
): Promise<DatabaseHandle> {
  if (environment.DATABASE_URL !== undefined) return openDatabase(environment, print);
  const running = await findRunningEmbeddedPostgres(databaseFolder(environment), print);
  return running === undefined
    ? openDatabase(environment, print)
    : { url: running, directUrl: running, release: async () => undefined };
}
