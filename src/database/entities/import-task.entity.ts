import { Column, Entity } from 'typeorm';
import type { ImportMessages, ImportRequest } from '../../domain/import/import-request';
import { TaskEntity } from './task.entity';

/** An uploaded form on its way to becoming an asset. */
@Entity('import_task')
export class ImportTaskEntity extends TaskEntity<ImportMessages> {
  @Column('int')
  userId!: number;

  @Column('jsonb')
  request!: ImportRequest;

  /** Names the uploaded file in the storage. */
  @Column('bytea', { nullable: true })
  sourceSha256!: Buffer | null;

  /** The uploaded bytes as the release before this one kept them, until the task is done. */
  @Column('bytea', { nullable: true, select: false })
  source!: Buffer | null;
}
