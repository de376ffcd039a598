import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { dataSourceOptions } from '../../ormconfig';
import { AssetChangeQuery } from './cache/asset-change.query';
import { AssetReads } from './cache/asset-reads';
import { ChangeFeed, DatabaseAddress } from './change-feed';
import { CopyPoolSize, CopyReader } from './copy/copy-reader';
import { DatabaseHealthQuery } from './database-health.query';
import { BoundedReader } from './query/bounded-reader';
import { TypeOrmUnitOfWork } from './unit-of-work/typeorm.unit-of-work';
import { UnitOfWork } from './unit-of-work/unit-of-work.port';

/**
 * The service is put together while its first connection is made: on a busy machine nobody looks at what comes in for so
 * long that the connection is taken for absent, although the database was there a moment ago.
 */
const FIRST_CONNECTION = { retryAttempts: 5, retryDelay: 200 };

/** The one DataSource, transactions, and the feed of changes that keeps caches true. */
@Global()
@Module({})
export class DatabaseModule {
  static at(url: string, bounds: { poolSize: number; namesStatements: boolean }): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [TypeOrmModule.forRoot({ ...dataSourceOptions(url, bounds), ...FIRST_CONNECTION })],
      providers: [
        { provide: DatabaseAddress, useValue: new DatabaseAddress(url) },
        { provide: CopyPoolSize, useValue: new CopyPoolSize(Math.ceil(bounds.poolSize / 2)) },
        ChangeFeed,
        CopyReader,
        BoundedReader,
        DatabaseHealthQuery,
        AssetChangeQuery,
        AssetReads,
        { provide: UnitOfWork, useClass: TypeOrmUnitOfWork },
      ],
      exports: [
        UnitOfWork,
        ChangeFeed,
        DatabaseAddress,
        CopyReader,
        BoundedReader,
        DatabaseHealthQuery,
        AssetReads,
      ],
    };
  }
}
