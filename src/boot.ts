import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import type { Environment } from './config/environment';
import { loadSecretKey } from './config/secret-key';
import type { AppSettings } from './app.module';
import {
  type EmbeddedPostgres,
  findRunningEmbeddedPostgres,
  startEmbeddedPostgres,
} from './embedded-postgres/embedded-postgres';
import { AccountService } from './modules/account/account.service';

/** The database that a process works on, and how to let go of it. */
export interface OpenDatabase {
  readonly url: string;
  readonly release: () => Promise<void>;
}

export type Tell = (message: string) => void;

const databaseFolder = (environment: Environment): string => join(resolve(environment.DATA_DIR), 'database');

/** The operator's database, else the embedded one, started if need be. */
export async function openDatabase(environment: Environment, tell: Tell): Promise<OpenDatabase> {
  if (environment.DATABASE_URL !== undefined) {
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

export function appSettings(environment: Environment, databaseUrl: string): AppSettings {
  const secretKey = loadSecretKey(environment.SECRET_KEY, resolve(environment.DATA_DIR));
  return { environment, databaseUrl, secretKey };
}

/**
 * Makes the first superuser when there is none (decision 25).
 * @returns the password to print once, when one was generated
 */
export async function ensureSuperuser(
  app: INestApplicationContext,
  { SUPERUSER_USERNAME: username, SUPERUSER_PASSWORD: given }: Environment,
): Promise<string | undefined> {
  const accounts = app.get(AccountService);
  if (await accounts.hasSuperuser()) return undefined;
  const password = given ?? randomBytes(12).toString('base64url');
  await accounts.create({ username, password, isSuperuser: true });
  return given === undefined ? password : undefined;
}
