import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { TimestampColumn } from './timestamp-column';

/** Server or folder that assets were moved from. */
@Entity('migration_source')
export class MigrationSourceEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;

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
