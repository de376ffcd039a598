import { Column, Entity } from 'typeorm';
import type { ExportMessages } from '../../domain/export/export-messages';
import type { ExportRequest } from '../../domain/export/export-request';
import { MomentColumn } from './moment-column';
import { TaskEntity } from './task.entity';

/** An export on its way, or a file to fetch. */
@Entity('export_task')
export class ExportTaskEntity extends TaskEntity<ExportMessages> {
  @Column('int')
  assetId!: number;

  /** AnonymousUser's are everybody's without credentials. */
  @Column('int')
  userId!: number;

  @Column('jsonb')
  request!: ExportRequest;

  /** Scheme and host that links in the file begin with. */
  @Column('text')
  origin!: string;

  /** JSON of the rows that whoever asked could see; null when all. */
  @Column('text', { nullable: true })
  rowFilter!: string | null;

  /** Null until there is a file. */
  @Column('text', { nullable: true })
  fileName!: string | null;

  /** Names the file in the storage. */
  @Column('bytea', { nullable: true })
  sha256!: Buffer | null;

  @Column('bigint', { nullable: true })
  byteSize!: number | null;

  /** When the newest submission in the file came. */
  @MomentColumn({ nullable: true })
  lastSubmissionTime!: Date | null;
}
