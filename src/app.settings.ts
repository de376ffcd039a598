import type { DestinationStream } from 'pino';
import type { Environment } from './config/environment';
import type { PasswordCost } from './config/password-cost';
import { loadSecretKey, type SecretKey } from './config/secret-key';

export interface AppSettings {
  readonly environment: Environment;
  readonly databaseUrl: string;
  readonly secretKey: SecretKey;
  /** Destination of the log; absent: standard output. */
  readonly log?: DestinationStream;
  /** Absent: the default cost, which suits servers. */
  readonly passwordCost?: PasswordCost;
}

export function appSettings(environment: Environment, databaseUrl: string): AppSettings {
  return { environment, databaseUrl, secretKey: loadSecretKey(environment) };
}
