import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { ImportMessages, ImportRequest, TaskStatus } from '../../domain/import/import-request';

/** An uploaded form on its way to becoming an asset. */
@Entity('import_task')
export class ImportTaskEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('text')
  uid!: string;

  @Column('int')
  userId!: number;

  @Column('text')
  status!: TaskStatus;

  @Column('jsonb')
  request!: ImportRequest;

  /** Names the uploaded file in the storage. */
  @Column('bytea', { name: 'source_sha256', nullable: true, select: false })
  sourceSha256!: Buffer | null;

  /** The uploaded bytes as the release before this one kept them, until the task is done. */
  @Column('bytea', { nullable: true, select: false })
  source!: Buffer | null;

  @Column('jsonb')
  messages!: ImportMessages;

  @Column('timestamptz')
  dateCreated!: Date;

  @Column('timestamptz')
  dateModified!: Date;
}
