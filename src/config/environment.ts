import { plainToInstance, Transform } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
  MinLength,
  ValidateBy,
  validateSync,
} from 'class-validator';
import { withSecretFiles } from './secret-files';
import { isDatabaseUrl, isOrigin, isPlainAddress, isProxySetting, isTargetList } from './setting-rules';
import { storageUrlProblem } from './storage-location';

const ROLES = ['all', 'api', 'worker'] as const;
export type Role = (typeof ROLES)[number];

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The variable as a number; text that is none stays text, so that validation can name it. */
const AsNumber = () =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && value.trim() !== '' ? Number(value) : value,
  );

/** A whole number, both ends included. @param of what it counts, as in ` of days` */
const WholeNumber = (least: number, most: number, of = '') => {
  return (environment: object, name: string): void => {
    const message = `${name} must be a whole number${of} from ${least} to ${most}.`;
    for (const decorate of [
      AsNumber(),
      IsInt({ message }),
      Min(least, { message }),
      Max(most, { message }),
    ]) {
      decorate(environment, name);
    }
  };
};

const AsFlag = () =>
  Transform(({ value }: { value: unknown }) =>
    value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value,
  );

/** A decorator for text that `isFine` says yes to. */
const Holds = (
  name: string,
  isFine: (value: string) => boolean,
  message: string | ((value: string) => string),
) =>
  ValidateBy(
    { name, validator: { validate: (value: unknown) => typeof value === 'string' && isFine(value) } },
    { message: typeof message === 'string' ? message : ({ value }) => message(String(value)) },
  );

/**
 * Everything that an operator can set, read once at boot from the process environment. A wrong value stops the boot
 * with a sentence. Sizes are bytes.
 */
export class Environment {
  /** TCP port of the service; 0 takes a free one. */
  @WholeNumber(0, 65535)
  PORT = 8000;

  /** Address to listen on. The container image sets 0.0.0.0. */
  @IsString()
  HOST = '127.0.0.1';

  /** Origin that links in answers start with, for example https://survey.example.org. Unset: taken from each request. */
  @IsOptional()
  @Holds(
    'isOrigin',
    isOrigin,
    'PUBLIC_URL must be an address such as https://survey.example.org, without user, password, path or query.',
  )
  PUBLIC_URL?: string;

  /** Folder of the embedded database, of uploaded files and of the generated secret key. */
  @IsString()
  DATA_DIR = './data';

  /** A PostgreSQL to use instead of the embedded one, as postgres://user:password@host:port/database. */
  @IsOptional()
  @Matches(/^postgres(ql)?:\/\//, {
    message: 'DATABASE_URL must start with postgres://, as in postgres://user:password@host:5432/database.',
  })
  @Holds(
    'isUrl',
    isDatabaseUrl,
    'DATABASE_URL must be a URL: in the password, write %2F for / and %23 for #, and so on for every special character.',
  )
  DATABASE_URL?: string;

  /**
   * Where uploaded files are kept: file:///folder or s3://bucket/prefix?region=…&endpoint=…; unset: `media` in DATA_DIR.
   */
  @IsOptional()
  @Holds(
    'isStorageUrl',
    (value) => storageUrlProblem(value) === undefined,
    (value) => storageUrlProblem(value)!,
  )
  STORAGE_URL?: string;

  /** Credentials for S3, both or none; none: those of the machine, as Amazon's own programs find them. */
  @IsOptional()
  @IsString()
  AWS_ACCESS_KEY_ID?: string;

  @IsOptional()
  @IsString()
  AWS_SECRET_ACCESS_KEY?: string;

  /** Comes with credentials that hold for a while only. */
  @IsOptional()
  @IsString()
  AWS_SESSION_TOKEN?: string;

  /** Region of the bucket, unless STORAGE_URL says it. */
  @IsOptional()
  @IsString()
  AWS_REGION?: string;

  /** Most connections that one process opens to the database. */
  @WholeNumber(2, 200)
  DATABASE_POOL = 10;

  /** Prepare what is asked all the time by name: where no pooler can be in between; unset: on the database that comes along. */
  @AsFlag()
  @IsOptional()
  @IsBoolean({ message: 'DATABASE_NAMED_STATEMENTS must be true or false.' })
  DATABASE_NAMED_STATEMENTS: boolean | undefined = undefined;

  /** How long a start waits for a database that is not there yet. */
  @WholeNumber(0, 3600)
  DATABASE_WAIT_SECONDS = 60;

  /** Name of the superuser that the first start creates. */
  @IsString()
  SUPERUSER_USERNAME = 'admin';

  /** Password of that superuser; unset: one is generated and printed once. */
  @IsOptional()
  @MinLength(8, { message: 'SUPERUSER_PASSWORD must have at least 8 characters.' })
  SUPERUSER_PASSWORD?: string;

  /** Key that tokens are encrypted and cookies signed with. Required with DATABASE_URL, else generated into DATA_DIR. */
  @IsOptional()
  @MinLength(32, {
    message: 'SECRET_KEY must have at least 32 characters; `openssl rand -hex 32` makes one.',
  })
  SECRET_KEY?: string;

  /** Whose X-Forwarded-* headers count: false, a number of hops, `loopback`, or addresses parted by commas. */
  @Holds(
    'isProxySetting',
    isProxySetting,
    'TRUST_PROXY must be false, a number of hops, loopback, or addresses parted by commas.',
  )
  TRUST_PROXY = 'false';

  /** Largest request body, files not counted. */
  @AsNumber()
  @IsInt({ message: 'MAX_BODY_BYTES must be a whole number of bytes, at least 1024.' })
  @Min(1024, { message: 'MAX_BODY_BYTES must be a whole number of bytes, at least 1024.' })
  MAX_BODY_BYTES = 10 * 1024 * 1024;

  /** Largest uploaded file. */
  @AsNumber()
  @IsInt({ message: 'MAX_UPLOAD_BYTES must be a whole number of bytes, at least 1024.' })
  @Min(1024, { message: 'MAX_UPLOAD_BYTES must be a whole number of bytes, at least 1024.' })
  MAX_UPLOAD_BYTES = 100 * 1024 * 1024;

  /** Largest page of submissions; clients that ask for more get this many. */
  @WholeNumber(1, 30000)
  MAX_PAGE_SUBMISSIONS = 1000;

  /**
   * Failed sign-ins with a password, in a quarter of an hour, after which one account is closed to one address; ten times
   * as many close an address, or an account, to those who were not known there. Tokens go on working. Behind a proxy, set
   * TRUST_PROXY too, or everybody counts as one address.
   */
  @AsNumber()
  @IsInt({ message: 'MAX_FAILED_SIGN_INS must be a whole number, at least 3.' })
  @Min(3, { message: 'MAX_FAILED_SIGN_INS must be a whole number, at least 3.' })
  MAX_FAILED_SIGN_INS = 20;

  /**
   * Where files may be downloaded from although it is no public address: hosts, addresses and networks, parted by commas,
   * such as `files.internal,10.1.0.0/16`. Unset: from public addresses alone, so that no import reaches into your network.
   */
  @IsOptional()
  @Holds(
    'isTargetList',
    isTargetList,
    'DOWNLOAD_ALLOW must be hosts, addresses or networks, as in files.internal,10.1.0.0/16.',
  )
  DOWNLOAD_ALLOW?: string;

  /** Where the Enketo Express is that draws web forms: origin and perhaps a path. Unset: there are no web forms. */
  @IsOptional()
  @Holds(
    'isPlainAddress',
    isPlainAddress,
    'ENKETO_URL must be an address such as https://enketo.example.org, without user, password or query.',
  )
  ENKETO_URL?: string;

  /** The key of Enketo's API, as its own settings have it. */
  @IsOptional()
  @IsString()
  ENKETO_API_KEY?: string;

  /** Days for which a deleted asset can be brought back; then it is purged with everything that it owns. */
  @WholeNumber(0, 3650, ' of days')
  DELETED_ASSETS_KEPT_DAYS = 7;

  /** Days for which the log of a hook tells what came of a delivery. */
  @WholeNumber(1, 3650, ' of days')
  HOOK_LOGS_KEPT_DAYS = 90;

  /** What this process does: requests and jobs (all), requests (api), jobs (worker). */
  @IsIn(ROLES, { message: 'ROLE must be all, api or worker.' })
  ROLE: Role = 'all';

  @IsIn(LOG_LEVELS, { message: `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}.` })
  LOG_LEVEL: LogLevel = 'info';

  /** How long a process that is told to stop says so by its readiness, and still takes requests, before it closes its port. */
  @WholeNumber(0, 60_000, ' of milliseconds')
  STOP_NOTICE_MS = 400;

  /** Migrate the database at boot. Operators who migrate in a step of their own turn it off. */
  @AsFlag()
  @IsBoolean({ message: 'MIGRATE_ON_START must be true or false.' })
  MIGRATE_ON_START = true;
}

/** What is wrong with the environment, one sentence a line. */
class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
}

/**
 * Reads the variables that `Environment` names, secrets from files too; empty text counts as unset.
 * @throws EnvironmentError naming every variable that does not hold.
 */
export function readEnvironment(given: Readonly<Record<string, string | undefined>>): Environment {
  const { variables, problems: unread } = withSecretFiles(given);
  const defaults = new Environment();
  const known = [
    ...Object.keys(defaults),
    'PUBLIC_URL',
    'DATABASE_URL',
    'STORAGE_URL',
    'AWS_ACCESS_KEY_ID',
    'AWS_SECRET_ACCESS_KEY',
    'AWS_SESSION_TOKEN',
    'AWS_REGION',
    'SUPERUSER_PASSWORD',
    'SECRET_KEY',
    'DOWNLOAD_ALLOW',
    'ENKETO_URL',
    'ENKETO_API_KEY',
  ];
  const set = known.flatMap((key) => {
    const value = variables[key];
    return value === undefined || value === '' ? [] : [[key, value] as const];
  });
  const environment = plainToInstance(Environment, Object.fromEntries(set), { exposeDefaultValues: true });
  const problems = validateSync(environment).flatMap((problem) => [
    ...new Set(Object.values(problem.constraints ?? {})),
  ]);
  problems.unshift(...unread);
  if (environment.DATABASE_URL !== undefined && environment.SECRET_KEY === undefined && unread.length === 0) {
    problems.push(
      'SECRET_KEY is required with DATABASE_URL, so that every process uses the same one; `openssl rand -hex 32` makes one.',
    );
  }
  const { AWS_ACCESS_KEY_ID: key, AWS_SECRET_ACCESS_KEY: secret } = environment;
  const isOnS3 = environment.STORAGE_URL?.startsWith('s3:') === true;
  if (isOnS3 && (key === undefined) !== (secret === undefined) && unread.length === 0) {
    problems.push('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY go together: set both, or none of them.');
  }
  const { ENKETO_URL: enketoUrl, ENKETO_API_KEY: enketoKey } = environment;
  if ((enketoUrl === undefined) !== (enketoKey === undefined) && unread.length === 0) {
    problems.push('ENKETO_URL and ENKETO_API_KEY go together: set both, or none of them.');
  }
  if (problems.length > 0) throw new EnvironmentError(problems.join('\n'));
  if (environment.PUBLIC_URL !== undefined)
    environment.PUBLIC_URL = environment.PUBLIC_URL.replace(/\/+$/, '');
  if (enketoUrl !== undefined) environment.ENKETO_URL = enketoUrl.replace(/\/+$/, '');
  return environment;
}
