import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { dataSourceOptions } from '../../ormconfig';
import { AssetChangeQuery } from './cache/asset-change.query';
import { ChangeNotifications, DatabaseAddress } from './change-notifications';
import { CopyPoolSize, CopyReader } from './copy/copy-reader';
import { DatabaseHealthQuery } from './database-health.query';
import { BoundedReader } from './query/bounded-reader';
import { TypeOrmUnitOfWork } from './unit-of-work/typeorm.unit-of-work';
import { UnitOfWork } from './unit-of-work/unit-of-work.port';

/** Retried: the start blocks the event loop, so that on a busy machine the connection timeout can fire for a live database. */
const CONNECTION_RETRY = { retryAttempts: 5, retryDelay: 200 };

/** Provides the DataSource, transactions, and change notifications with the caches they invalidate. */
@Global()
@Module({})
export class DatabaseModule {
  static forRoot(url: string, settings: { poolSize: number; prepareStatements: boolean }): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [TypeOrmModule.forRoot({ ...dataSourceOptions(url, settings), ...CONNECTION_RETRY })],
      providers: [
        { provide: DatabaseAddress, useValue: new DatabaseAddress(url) },
        { provide: CopyPoolSize, useValue: new CopyPoolSize(Math.ceil(settings.poolSize / 2)) },
        ChangeNotifications,
        CopyReader,
        BoundedReader,
        DatabaseHealthQuery,
        AssetChangeQuery,
        { provide: UnitOfWork, useClass: TypeOrmUnitOfWork },
      ],
      exports: [
        UnitOfWork,
        ChangeNotifications,
        DatabaseAddress,
        CopyReader,
        BoundedReader,
        DatabaseHealthQuery,
        AssetChangeQuery,
      ],
    };
  }
}
