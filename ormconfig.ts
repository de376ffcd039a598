import 'reflect-metadata';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { types } from 'pg';
import { entities } from './src/database/entities';
import { migrations } from './src/database/migrations';
import { SnakeCaseNaming } from './src/database/naming-strategy';

// Ids of submissions are bigint in PostgreSQL and stay far below 2^53.
const INT8 = 20;
types.setTypeParser(INT8, Number);

/** A statement of the service that runs this long has gone wrong; its caller was told so long before. */
const LONGEST_STATEMENT_MS = 60_000;

/**
 * Settings of the one DataSource that the service, the migration command line and the tests share.
 * @param longestStatementMs 0 for work that may take its time, such as migrations
 */
export function dataSourceOptions(
  url: string,
  poolSize = 10,
  longestStatementMs = LONGEST_STATEMENT_MS,
): DataSourceOptions {
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
      statement_timeout: longestStatementMs,
      idle_in_transaction_session_timeout: LONGEST_STATEMENT_MS,
    },
  };
}

/** A DataSource, not yet connected, on the database at `url`. */
export function createDataSource(url: string, poolSize?: number, longestStatementMs?: number): DataSource {
  return new DataSource(dataSourceOptions(url, poolSize, longestStatementMs));
}

/** For the `typeorm` command line, which wants exactly one instance. */
export default createDataSource(process.env['DATABASE_URL'] ?? 'postgres://localhost/fieldhouse', 2, 0);
