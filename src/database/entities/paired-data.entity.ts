import { Column, Entity } from 'typeorm';
import { MomentColumn } from './moment-column';
import { UidEntity } from './uid.entity';

/** The answers of one asset, as a file that travels with the form of another. */
@Entity('paired_data')
export class PairedDataEntity extends UidEntity {
  /** Whose form reads them. */
  @Column('int')
  assetId!: number;

  /** Whose answers they are; null once that is gone. */
  @Column('int', { nullable: true })
  sourceId!: number | null;

  /** Paths of the questions that are wanted; none are all that the source shares. */
  @Column('jsonb')
  fields!: string[];

  @Column('text')
  filename!: string;

  @MomentColumn()
  dateCreated!: Date;

  @MomentColumn()
  dateModified!: Date;
}
