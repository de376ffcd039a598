import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { dataSourceOptions } from '../../ormconfig';
import { AssetChangeRepository } from './cache/asset-change.repository';
import { ChangeNotifications } from './change-notifications';
import { DatabaseAddress } from './connection/open-connection';
import { CopyPoolSize, CopyReader } from './copy/copy-reader';
import { DatabaseHealth } from './database-state';
import { BoundedReader } from './query/bounded-reader';
import { Replicas, ReplicaSettings } from './replica/replicas';
import { DatabaseTopology } from './sharding/distributed-tables';
import { MatchCountRepository } from './summary/match-count.repository';
import { SummaryRepository } from './summary/summary.repository';
import { TypeOrmUnitOfWork } from './unit-of-work/open-transaction';
import { UnitOfWork } from './unit-of-work/unit-of-work.port';

/** Retried: the start blocks the event loop, so that on a busy machine the connection timeout can fire for a live database. */
const CONNECTION_RETRY = { retryAttempts: 5, retryDelay: 200 };

const SERVICES = [
  Replicas,
  ChangeNotifications,
  CopyReader,
  BoundedReader,
  DatabaseTopology,
  DatabaseHealth,
  AssetChangeRepository,
  SummaryRepository,
  MatchCountRepository,
];

/** Provides the DataSource, transactions, and change notifications with the caches they invalidate. */
@Global()
@Module({})
export class DatabaseModule {
  static forRoot(
    address: DatabaseAddress,
    settings: { poolSize: number; prepareStatements: boolean },
    replica: { url: string | undefined; maxLagMs: number } = { url: undefined, maxLagMs: 0 },
  ): DynamicModule {
    const { url, isPooled } = address;
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRoot({ ...dataSourceOptions(url, { ...settings, isPooled }), ...CONNECTION_RETRY }),
      ],
      providers: [
        { provide: DatabaseAddress, useValue: address },
        { provide: CopyPoolSize, useValue: new CopyPoolSize(Math.ceil(settings.poolSize / 2)) },
        {
          provide: ReplicaSettings,
          useValue: new ReplicaSettings(replica.url, replica.maxLagMs, settings.poolSize),
        },
        { provide: UnitOfWork, useClass: TypeOrmUnitOfWork },
        ...SERVICES,
      ],
      exports: [UnitOfWork, DatabaseAddress, ...SERVICES],
    };
  }
}
