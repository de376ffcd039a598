import { Column, Entity } from 'typeorm';
import { TimestampColumn } from './timestamp-column';
import { UidEntity } from './uid.entity';

/** Secret link that accepts submissions to one asset without an account. */
@Entity('collector_link')
export class CollectorLinkEntity extends UidEntity {
  @Column('int')
  assetId!: number;

  @Column('text')
  name!: string;

  @Column('bytea', { select: false })
  keyHash!: Buffer;

  @Column('text', { nullable: true })
  createdBy!: string | null;

  @TimestampColumn()
  dateCreated!: Date;
}
