import { resolve } from 'node:path';
import type { DestinationStream } from 'pino';
import type { Environment } from './config/environment';
import type { PasswordCost } from './config/password-cost';
import { loadSecretKey, type SecretKey } from './config/secret-key';

/** What one process is started with. */
export interface AppSettings {
  readonly environment: Environment;
  readonly databaseUrl: string;
  readonly secretKey: SecretKey;
  /** Where the log goes; absent: standard output. */
  readonly log?: DestinationStream;
  /** Absent: what a server's should cost. */
  readonly passwordCost?: PasswordCost;
}

export function appSettings(environment: Environment, databaseUrl: string): AppSettings {
  const secretKey = loadSecretKey(environment.SECRET_KEY, resolve(environment.DATA_DIR));
  return { environment, databaseUrl, secretKey };
}
