import { Column, Entity } from 'typeorm';
import { TimestampColumn } from './timestamp-column';
import { UidEntity } from './uid.entity';

/** Paired data: answers of a source asset, distributed as a file with another form. */
@Entity('paired_data')
export class PairedDataEntity extends UidEntity {
  @Column('int')
  assetId!: number;

  @Column('int', { nullable: true })
  sourceId!: number | null;

  /** Paths of the included questions; empty: all that the source shares. */
  @Column('jsonb')
  fields!: string[];

  @Column('text')
  filename!: string;

  @TimestampColumn()
  dateCreated!: Date;

  @TimestampColumn()
  dateModified!: Date;
}
