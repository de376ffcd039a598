import { Column, Entity } from 'typeorm';
import { TimestampColumn } from './timestamp-column';
import { IdEntity } from './uid.entity';

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
