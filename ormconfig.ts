import 'reflect-metadata';
import {
  DataSource,
  type DataSourceOptions,
  DefaultNamingStrategy,
  type NamingStrategyInterface,
} from 'typeorm';
import { defaults, Pool, types } from 'pg';
import { connectionTarget } from './src/database/connection/open-connection';
import { TimeoutPool } from './src/database/connection/timeout-pool';
import { entities } from './src/database/entities';
import { migrations } from './src/database/migrations';

const snake = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

class SnakeCaseNaming extends DefaultNamingStrategy implements NamingStrategyInterface {
  override columnName(propertyName: string, customName: string | undefined, prefixes: string[]): string {
    return customName ?? snake([...prefixes, propertyName].join('_'));
  }

  override joinColumnName(relationName: string, referencedColumnName: string): string {
    return snake(`${relationName}_${referencedColumnName}`);
  }
}

// Ids of submissions are bigint in PostgreSQL and stay far below 2^53.
const INT8 = 20;
types.setTypeParser(INT8, Number);

export interface DataSourceSettings {
  readonly poolSize?: number;
  /** For slow work such as migrations. */
  readonly withoutTimeouts?: boolean;
  /** Time that a statement waits for a lock; unlimited by default. Not for poolers in transaction mode. */
  readonly lockTimeoutMs?: number;
  /** The URL is that of a pooler in transaction mode. */
  readonly isPooled?: boolean;
  /** Prepares frequent statements by name, which not every pooler supports. */
  readonly prepareStatements?: boolean;
}

/** Options of the DataSource, shared by the service, the migration command line and the tests. */
export function dataSourceOptions(
  url: string,
  {
    poolSize = 10,
    withoutTimeouts = false,
    lockTimeoutMs,
    isPooled = false,
    prepareStatements = false,
  }: DataSourceSettings = {},
): DataSourceOptions {
  const { connectionString, Client } = connectionTarget(url);
  return {
    type: 'postgres',
    url: connectionString,
    poolSize,
    entities,
    migrations,
    migrationsTableName: 'schema_migration',
    migrationsTransactionMode: 'each',
    namingStrategy: new SnakeCaseNaming(),
    synchronize: false,
    applicationName: 'fieldhouse',
    connectTimeoutMS: 10_000,
    // Keeps TypeORM from loading a driver from node_modules itself.
    driver: { Pool: withoutTimeouts ? Pool : TimeoutPool, defaults },
    extra: {
      Client,
      ...(!withoutTimeouts && { isPooled, prepareStatements }),
      ...(lockTimeoutMs !== undefined && { lock_timeout: lockTimeoutMs }),
    },
  };
}

/** Creates a DataSource that is not yet connected. */
export function createDataSource(url: string, settings?: DataSourceSettings): DataSource {
  return new DataSource(dataSourceOptions(url, settings));
}

/** For the `typeorm` command line, which requires exactly one exported instance. */
export default createDataSource(process.env['DATABASE_URL'] ?? 'postgres://localhost/fieldhouse', {
  poolSize: 2,
  withoutTimeouts: true,
});
