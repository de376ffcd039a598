import 'reflect-metadata';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { defaults, Pool, types } from 'pg';
import { WatchedPool } from './src/database/connection/watched-pool';
import { entities } from './src/database/entities/index.ts';
import { migrations } from './src/database/migrations/index.ts';
import { SnakeCaseNaming } from './src/database/naming-strategy';

// Ids of submissions are bigint in PostgreSQL and stay far below 2^53.
const INT8 = 20;
types.setTypeParser(INT8, Number);

/** How the DataSource of the service and that of the migration command line differ. */
export interface DataSourceBounds {
  readonly poolSize?: number;
  /** For work that may take its time, such as migrations: nothing is cut. */
  readonly patient?: boolean;
  /** Statements that are asked all the time are prepared by name, which not every pooler bears. */
  readonly namesStatements?: boolean;
}

/** Settings of the one DataSource that the service, the migration command line and the tests share. */
export function dataSourceOptions(
  url: string,
  { poolSize = 10, patient = false, namesStatements = false }: DataSourceBounds = {},
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
    connectTimeoutMS: 10_000,
    // Else the ORM would load a driver of its own, from among the packages.
    driver: { Pool: patient ? Pool : WatchedPool, defaults },
    ...(!patient && { extra: { namesStatements } }),
  };
}

/** A DataSource, not yet connected, on the database at `url`. */
export function createDataSource(url: string, bounds?: DataSourceBounds): DataSource {
  return new DataSource(dataSourceOptions(url, bounds));
}

/** For the `typeorm` command line, which wants exactly one instance. */
export default createDataSource(process.env['DATABASE_URL'] ?? 'postgres://localhost/fieldhouse', {
  poolSize: 2,
  patient: true,
});
