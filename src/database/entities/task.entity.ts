import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { TaskStatus } from '../../domain/task/task-status';
import { TimestampColumn, UidEntity, IdEntity } from './user.entity';
import type { ImportMessages, ImportRequest } from '../../domain/import/import-request';
import type { ExportRequest } from '../../domain/export/export-request';
import type {
  MigrationMessages,
  MigrationRequest,
  MigrationStep,
} from '../../domain/migration/migration-task';

/**
 * Columns of background tasks. One table per kind: foreign keys cascade, lists need no join, kinds don't slow each
 * other. Finding expired tasks takes one indexed query per kind.
 */
export abstract class TaskEntity<Messages extends object = object> extends UidEntity {
  @Column('text')
  status!: TaskStatus;

  @Column('jsonb', { default: {} })
  messages!: Messages;

  /** Fencing token: number of times a worker has taken the task; writes of earlier attempts are ignored. */
  @Column('int', { default: 0 })
  attempt!: number;

  @Column('int', { nullable: true })
  rowsDone!: number | null;

  @Column('int', { nullable: true })
  rowsTotal!: number | null;

  @TimestampColumn()
  dateCreated!: Date;

  /** Of the last attempt; null until a worker takes the task. */
  @TimestampColumn({ nullable: true })
  dateStarted!: Date | null;

  /** Last request, heartbeat or completion. */
  @TimestampColumn()
  dateModified!: Date;
}

@Entity('import_task')
export class ImportTaskEntity extends TaskEntity<ImportMessages> {
  @Column('int')
  userId!: number;

  @Column('jsonb')
  request!: ImportRequest;

  @Column('bytea', { nullable: true })
  sourceSha256!: Buffer | null;

  /** Upload, as the previous release stored it; null once done. */
  @Column('bytea', { nullable: true, select: false })
  source!: Buffer | null;
}

/** Empty, the warnings of a complete export, or the error of a failed one. */
export type ExportMessages =
  | Record<string, never>
  | { readonly warnings: readonly string[] }
  | { readonly error_type: string; readonly error: string };

@Entity('export_task')
export class ExportTaskEntity extends TaskEntity<ExportMessages> {
  @Column('int')
  assetId!: number;

  /** Exports of AnonymousUser are visible to all callers without credentials. */
  @Column('int')
  userId!: number;

  @Column('jsonb')
  request!: ExportRequest;

  @Column('text')
  origin!: string;

  /** Row filter of the user's partial permission as JSON; null: all rows. */
  @Column('text', { nullable: true })
  rowFilter!: string | null;

  @Column('text', { nullable: true })
  fileName!: string | null;

  @Column('bytea', { nullable: true })
  sha256!: Buffer | null;

  @Column('bigint', { nullable: true })
  byteSize!: number | null;

  /** Time of the newest submission in the file. */
  @TimestampColumn({ nullable: true })
  lastSubmissionTime!: Date | null;
}

/** Exports of a user of an asset; all callers without an account are AnonymousUser. */
export type ExportOwner = Pick<ExportTaskEntity, 'assetId' | 'userId'>;

/** Move of projects from another server to the account of a user. */
@Entity('migration_task')
export class MigrationTaskEntity extends TaskEntity<MigrationMessages> {
  @Column('int')
  userId!: number;

  @Column('jsonb')
  request!: MigrationRequest;

  /** API token of the source, encrypted; null once the task has ended. */
  @Column('bytea', { nullable: true, select: false })
  token!: Buffer | null;

  @Column('jsonb', { nullable: true })
  step!: MigrationStep | null;
}

/** Server or folder that assets were moved from. */
@Entity('migration_source')
export class MigrationSourceEntity extends IdEntity {
  @Column('text')
  name!: string;

  @TimestampColumn()
  dateCreated!: Date;

  /** Null until a run has ended. */
  @TimestampColumn({ nullable: true })
  dateFinished!: Date | null;

  /** Report of the last run that ended. */
  @Column('jsonb', { nullable: true })
  report!: Record<string, unknown> | null;
}

/** Copy of an asset of a migration source; it has the same uid. */
@Entity('migrated_asset')
export class MigratedAssetEntity {
  @PrimaryColumn('int')
  assetId!: number;

  @Column('int')
  sourceId!: number;

  /** Whether everything of the asset has been moved. */
  @Column('boolean', { default: false })
  complete!: boolean;

  @TimestampColumn()
  dateModified!: Date;
}

/** Copy of a submission of a migrated asset. */
@Entity('migrated_submission')
export class MigratedSubmissionEntity {
  @PrimaryColumn('int')
  assetId!: number;

  @PrimaryColumn('bigint')
  submissionId!: number;

  /** Id at the source. */
  @Column('bigint')
  sourceSubmissionId!: number;

  /** SHA-256 of the state at the source; null if parts are missing and should be read again. */
  @Column('bytea', { nullable: true })
  fingerprint!: Buffer | null;
}
