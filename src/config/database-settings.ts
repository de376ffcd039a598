import { IsBoolean, IsOptional, Matches } from 'class-validator';
import { ClientSettings } from './client-settings';
import { AsFlag, Satisfies, WholeNumber } from './setting-rules';

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/;
const TARGET = /([?&])target_session_attrs=([^&]*)(&|$)/;
/** Modes that the driver takes for `verify-full`, with a warning of many lines. */
const VERIFIED = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/;
/** Values of libpq that select the server that accepts writes. */
const WRITABLE = new Set(['read-write', 'primary']);

export interface DatabaseServers {
  /** One URL for each server, in the order in which they are tried. */
  readonly urls: readonly string[];
  /** Value of `target_session_attrs`. */
  readonly target: string | undefined;
}

/** Splits a URL of several servers, as libpq reads it: `postgres://user@host1:5432,host2:5432/database`. */
export function readServers(url: string): DatabaseServers {
  const [, prefix = '', hosts = '', rest = ''] = PARTS.exec(url) ?? [];
  const target = TARGET.exec(rest)?.[2];
  const path = rest
    .replace(TARGET, (_, before: string, __, after: string) => (after === '&' ? before : ''))
    .replace(VERIFIED, rest.includes('uselibpqcompat') ? '$&' : '$1verify-full');
  return { urls: hosts.split(',').map((host) => `${prefix}${host}${path}`), target };
}

/** Whether a server has to be asked if it accepts writes. */
export function needsSelection({ urls, target }: DatabaseServers): boolean {
  return urls.length > 1 || target !== undefined;
}

/** False when an unescaped `#`, `/` or `@` of the password ends up in another part of the URL. */
export function isDatabaseUrl(value: string): boolean {
  const { urls, target } = readServers(value);
  const isNamed = (url: string): boolean => urls.length === 1 || new URL(url).hostname !== '';
  return (
    (target === undefined || WRITABLE.has(target)) && urls.every((url) => isServerUrl(url) && isNamed(url))
  );
}

function isServerUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { hash, pathname } = new URL(value);
  return hash === '' && !pathname.includes('@');
}

const DatabaseUrl = (): PropertyDecorator => (target, name) => {
  Matches(/^postgres(ql)?:\/\//, {
    message: '$property must start with postgres://, as in postgres://user:password@host:5432/database.',
  })(target, name);
  Satisfies(
    'isUrl',
    isDatabaseUrl,
    '$property must be a URL: in the password, write %2F for / and %23 for #, and so on for every special character. Separate servers by commas: host1:5432,host2:5432. target_session_attrs is read-write or primary.',
  )(target, name);
};

/** PostgreSQL: its addresses, and how it is used. */
export class DatabaseSettings extends ClientSettings {
  /**
   * PostgreSQL to use instead of the embedded one: postgres://user:password@host:port/database. Of several servers
   * (host1:port,host2:port) the first that accepts writes is used; the others are its standbys.
   */
  @IsOptional()
  @DatabaseUrl()
  DATABASE_URL?: string;

  /** The server itself, if DATABASE_URL is a pooler in transaction mode: LISTEN, session locks, migrations, backups. */
  @IsOptional()
  @DatabaseUrl()
  DATABASE_DIRECT_URL?: string;

  /** Replicas (host1:port,host2:port) for exports, reports, OData, whole lists and backups. */
  @IsOptional()
  @DatabaseUrl()
  DATABASE_REPLICA_URL?: string;

  /** Time that such a read waits for a replica to catch up with the primary, which else serves it. */
  @WholeNumber(0, 60_000, ' of milliseconds')
  DATABASE_REPLICA_MAX_LAG_MS = 500;

  /** Maximum number of database connections of the process. */
  @WholeNumber(2, 200)
  DATABASE_POOL = 10;

  /** Use named prepared statements, which not every transaction pooler supports. Unset: with the embedded database only. */
  @AsFlag()
  @IsOptional()
  @IsBoolean({ message: 'DATABASE_NAMED_STATEMENTS must be true or false.' })
  DATABASE_NAMED_STATEMENTS: boolean | undefined = undefined;

  /** Time to wait at start for a database that is not reachable yet. */
  @WholeNumber(0, 3600)
  DATABASE_WAIT_SECONDS = 60;
}
