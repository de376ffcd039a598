import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { TimestampColumn } from './timestamp-column';

/** Secret link that accepts submissions to one asset without an account. */
@Entity('collector_link')
export class CollectorLinkEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('text')
  uid!: string;

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
