import { Column, Entity } from 'typeorm';
import type { ImportMessages, ImportRequest } from '../../domain/import/import-request';
import { TaskEntity } from './task.entity';

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
