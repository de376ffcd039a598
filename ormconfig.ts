import 'reflect-metadata';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { types } from 'pg';
import { entities } from './src/database/entities';
import { migrations } from './src/database/migrations';
import { SnakeCaseNaming } from './src/database/naming-strategy';

// Ids of submissions are bigint in PostgreSQL and stay far below 2^53.
const INT8 = 20;
types.setTypeParser(INT8, Number);

/** Settings of the one DataSource that the service, the migration command line and the tests share. */
export function dataSourceOptions(url: string, poolSize = 10): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    poolSize,
    entities,
    migrations,
    migrationsTableName: 'schema_migration',
    migrationsTransactionMode: 'each',
    namingStrategy: new SnakeCaseNaming(),
    synchronize: false,
    applicationName: 'fieldhouse',
    extra: {
      // A statement that runs this long has gone wrong; the caller was told so long before.
      statement_timeout: 60_000,
      idle_in_transaction_session_timeout: 60_000,
    },
  };
}

/** A DataSource, not yet connected, on the database at `url`. */
export function createDataSource(url: string, poolSize?: number): DataSource {
  return new DataSource(dataSourceOptions(url, poolSize));
}

/** For the `typeorm` command line, which wants exactly one instance. */
export default createDataSource(process.env['DATABASE_URL'] ?? 'postgres://localhost/fieldhouse');
