import { Column, Entity } from 'typeorm';
import type { ExportRequest } from '../../domain/export/export-request';
import { TimestampColumn } from './timestamp-column';
import { TaskEntity } from './task.entity';

/** Empty, or the error of a failed export. */
export type ExportMessages = Record<string, never> | { readonly error_type: string; readonly error: string };

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
