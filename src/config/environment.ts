import { plainToInstance } from 'class-transformer';
import {
  getMetadataStorage,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Min,
  MinLength,
  validateSync,
} from 'class-validator';
import { QuotaSettings } from './quota-settings';
import { SECRETS, withSecretFiles, readFallbacks } from './secret-key';
import {
  misspeltNames,
  isOrigin,
  isBaseUrl,
  isProxySetting,
  isHostList,
  isTileUrl,
  AsFlag,
  AsNumber,
  Satisfies,
  WholeNumber,
} from './setting-rules';
import { storageUrlProblem } from './storage-location';

const ROLES = ['all', 'api', 'worker'] as const;
export type Role = (typeof ROLES)[number];

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const MFA_POLICIES = ['none', 'superusers', 'all'] as const;
export type MfaPolicy = (typeof MFA_POLICIES)[number];

/** Settings, read once at start from environment variables; an invalid value stops the start. Sizes are in bytes. */
export class Environment extends QuotaSettings {
  /** TCP port; 0 picks a free one. */
  @WholeNumber(0, 65535)
  PORT = 8000;

  /** Address to listen on. The image sets 0.0.0.0. */
  @IsString()
  HOST = '127.0.0.1';

  /** Origin of links in responses, such as https://survey.example.org. Unset: the origin of each request. */
  @IsOptional()
  @Satisfies(
    'isOrigin',
    isOrigin,
    'PUBLIC_URL must be an address such as https://survey.example.org, without user, password, path or query.',
  )
  PUBLIC_URL?: string;

  /** Folder of the embedded database, uploaded files and the generated secret key. */
  @IsString()
  DATA_DIR = './data';

  /** Storage of uploaded files: file:///folder or s3://bucket/prefix?region=…&endpoint=…. Unset: `media` in DATA_DIR. */
  @IsOptional()
  @Satisfies(
    'isStorageUrl',
    (value) => storageUrlProblem(value) === undefined,
    (value) => storageUrlProblem(value)!,
  )
  STORAGE_URL?: string;

  /** S3 credentials; unset: the default credential chain of the AWS SDK. */
  @IsOptional()
  @IsString()
  AWS_ACCESS_KEY_ID?: string;

  @IsOptional()
  @IsString()
  AWS_SECRET_ACCESS_KEY?: string;

  /** Session token of temporary credentials. */
  @IsOptional()
  @IsString()
  AWS_SESSION_TOKEN?: string;

  /** Region of the bucket, unless STORAGE_URL has one. */
  @IsOptional()
  @IsString()
  AWS_REGION?: string;

  /** Username of the superuser that the first start creates. */
  @IsString()
  SUPERUSER_USERNAME = 'admin';

  /** Password of that superuser. Unset: generated and printed once. */
  @IsOptional()
  @MinLength(8, { message: 'SUPERUSER_PASSWORD must have at least 8 characters.' })
  SUPERUSER_PASSWORD?: string;

  /** Encrypts tokens and signs cookies. Required with DATABASE_URL, else generated into DATA_DIR. */
  @IsOptional()
  @MinLength(32, {
    message: 'SECRET_KEY must have at least 32 characters. Generate one with `openssl rand -hex 32`.',
  })
  SECRET_KEY?: string;

  /** Former keys, comma-separated: they open and verify what they sealed and signed (docs/operations.md#rotate-the-secret-key). */
  @IsOptional()
  @Satisfies(
    'isKeyList',
    (value) => readFallbacks(value).every((key) => key.length >= 32),
    'SECRET_KEY_FALLBACKS must be keys of at least 32 characters, separated by commas.',
  )
  SECRET_KEY_FALLBACKS?: string;

  /** Proxies whose X-Forwarded-* headers are trusted: false, a number of hops, `loopback`, or comma-separated addresses. */
  @Satisfies(
    'isProxySetting',
    isProxySetting,
    'TRUST_PROXY must be false, a number of hops, loopback, or addresses separated by commas.',
  )
  TRUST_PROXY = 'false';

  /** Folder of a built web application to serve at `/`, with `index.html` or `webpack-stats.json`. */
  @IsOptional()
  @IsString()
  WEB_APP_DIR?: string;

  /** Tile server of maps. Unset: maps have a plain background and contact no other host. */
  @IsOptional()
  @Satisfies(
    'isTileUrl',
    isTileUrl,
    'MAP_TILE_URL must be an address such as https://tiles.example.org/{z}/{x}/{y}.png.',
  )
  MAP_TILE_URL?: string;

  /** Text that the tile server requires on maps, such as "© OpenStreetMap contributors". */
  @IsOptional()
  @IsString()
  MAP_TILE_ATTRIBUTION?: string;

  /** Maximum request body, without files. */
  @AsNumber()
  @IsInt({ message: 'MAX_BODY_BYTES must be a whole number of bytes, at least 1024.' })
  @Min(1024, { message: 'MAX_BODY_BYTES must be a whole number of bytes, at least 1024.' })
  MAX_BODY_BYTES = 10 * 1024 * 1024;

  /** Maximum size of an uploaded file. */
  @AsNumber()
  @IsInt({ message: 'MAX_UPLOAD_BYTES must be a whole number of bytes, at least 1024.' })
  @Min(1024, { message: 'MAX_UPLOAD_BYTES must be a whole number of bytes, at least 1024.' })
  MAX_UPLOAD_BYTES = 100 * 1024 * 1024;

  /** Maximum page size of submissions; a larger `limit` is reduced to it. */
  @WholeNumber(1, 30000)
  MAX_PAGE_SUBMISSIONS = 1000;

  /** A map of more submissions gets clusters from the service; browsers load the places of others. */
  @WholeNumber(0, 500000)
  MAX_MAP_SUBMISSIONS = 30000;

  /**
   * Failed password sign-ins in 15 minutes that lock an account for one address; ten times as many lock an address, or an
   * account, except for known pairs. Tokens keep working. Behind a proxy set TRUST_PROXY, or all callers share one address.
   */
  @AsNumber()
  @IsInt({ message: 'MAX_FAILED_SIGN_INS must be a whole number, at least 3.' })
  @Min(3, { message: 'MAX_FAILED_SIGN_INS must be a whole number, at least 3.' })
  MAX_FAILED_SIGN_INS = 20;

  /** Accounts that must sign in with a second factor; others may. */
  @IsIn(MFA_POLICIES, { message: 'MFA_REQUIRED must be none, superusers or all.' })
  MFA_REQUIRED: MfaPolicy = 'none';

  /**
   * Non-public targets that outbound HTTP may reach: comma-separated hosts, addresses and networks, such as
   * `files.internal,10.1.0.0/16`. Unset: public addresses only (SSRF guard).
   */
  @IsOptional()
  @Satisfies(
    'isTargetList',
    isHostList,
    'DOWNLOAD_ALLOW must be hosts, addresses or networks, as in files.internal,10.1.0.0/16.',
  )
  DOWNLOAD_ALLOW?: string;

  /** URL of Enketo Express, which edits, views and previews. Unset: pages of this service do. */
  @IsOptional()
  @Satisfies(
    'isBaseUrl',
    isBaseUrl,
    'ENKETO_URL must be an address such as https://enketo.example.org, without user, password or query.',
  )
  ENKETO_URL?: string;

  /** API key from Enketo's settings. */
  @IsOptional()
  @IsString()
  ENKETO_API_KEY?: string;

  /** Days until a deleted asset is purged; before, it can be restored. */
  @WholeNumber(0, 3650, ' of days')
  DELETED_ASSETS_KEPT_DAYS = 7;

  /** Days until deleted submissions are purged; before, they can be restored. 0: deletion purges. */
  @WholeNumber(0, 3650, ' of days')
  DELETED_SUBMISSIONS_KEPT_DAYS = 30;

  /** all: requests and jobs; api: requests; worker: jobs. */
  @IsIn(ROLES, { message: 'ROLE must be all, api or worker.' })
  ROLE: Role = 'all';

  @IsIn(LOG_LEVELS, { message: `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}.` })
  LOG_LEVEL: LogLevel = 'info';

  /** Time at shutdown during which readiness fails and requests are still served, before the port is closed. */
  @WholeNumber(0, 60_000, ' of milliseconds')
  STOP_NOTICE_MS = 400;

  /** Migrate the database at start. Turn off if a separate step migrates. */
  @AsFlag()
  @IsBoolean({ message: 'MIGRATE_ON_START must be true or false.' })
  MIGRATE_ON_START = true;
}

/** Invalid settings, one message per line. */
class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
}

/** Names of all variables: every property of the class is validated. */
function settingNames(): Set<string> {
  const rules = getMetadataStorage().getTargetValidationMetadatas(Environment, '', false, false);
  return new Set(rules.map(({ propertyName }) => propertyName));
}

/** Warnings about variables that nothing reads, but whose names are nearly those of settings. */
export function misspeltVariables(given: Readonly<Record<string, string | undefined>>): string[] {
  const known = [...settingNames(), ...SECRETS.map((name) => `${name}_FILE`)];
  return misspeltNames(Object.keys(given), known).map(
    ({ name, nearest }) => `The variable ${name} has no effect. Did you mean ${nearest}?`,
  );
}

/**
 * Reads the variables of `Environment`, and secrets from files; empty text counts as unset.
 * @throws EnvironmentError naming every invalid variable
 */
export function readEnvironment(given: Readonly<Record<string, string | undefined>>): Environment {
  const { variables, problems: fileProblems } = withSecretFiles(given);
  const set = [...settingNames()].flatMap((name) => {
    const value = variables[name];
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  const environment = plainToInstance(Environment, Object.fromEntries(set), { exposeDefaultValues: true });
  const problems = validateSync(environment).flatMap((problem) => [
    ...new Set(Object.values(problem.constraints ?? {})),
  ]);
  problems.unshift(...fileProblems);
  if (
    environment.DATABASE_URL !== undefined &&
    environment.SECRET_KEY === undefined &&
    fileProblems.length === 0
  ) {
    problems.push(
      'SECRET_KEY is required with DATABASE_URL, so that every process uses the same one. Generate one with `openssl rand -hex 32`.',
    );
  }
  if (environment.DATABASE_URL === undefined && fileProblems.length === 0) {
    for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const) {
      if (environment[name] !== undefined) problems.push(`${name} requires DATABASE_URL. Set it too.`);
    }
  }
  const { AWS_ACCESS_KEY_ID: key, AWS_SECRET_ACCESS_KEY: secret } = environment;
  const isOnS3 = environment.STORAGE_URL?.startsWith('s3:') === true;
  if (isOnS3 && (key === undefined) !== (secret === undefined) && fileProblems.length === 0) {
    problems.push('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY belong together. Set both or neither.');
  }
  const { ENKETO_URL: enketoUrl, ENKETO_API_KEY: enketoKey } = environment;
  if ((enketoUrl === undefined) !== (enketoKey === undefined) && fileProblems.length === 0) {
    problems.push('ENKETO_URL and ENKETO_API_KEY belong together. Set both or neither.');
  }
  // Links in mails never come from the Host header of a request, which the caller chooses.
  if (environment.SMTP_URL !== undefined && fileProblems.length === 0) {
    for (const name of ['MAIL_FROM', 'PUBLIC_URL'] as const) {
      if (environment[name] === undefined) problems.push(`SMTP_URL requires ${name}. Set it too.`);
    }
  }
  if (problems.length > 0) throw new EnvironmentError(problems.join('\n'));
  if (environment.PUBLIC_URL !== undefined)
    environment.PUBLIC_URL = environment.PUBLIC_URL.replace(/\/+$/, '');
  if (enketoUrl !== undefined) environment.ENKETO_URL = enketoUrl.replace(/\/+$/, '');
  return environment;
}
