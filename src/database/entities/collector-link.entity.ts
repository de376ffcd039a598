import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { MomentColumn } from './moment-column';

/** An address by which whoever knows it submits to one asset, without an account. */
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

  /** Username; it stays when the user goes. */
  @Column('text', { nullable: true })
  createdBy!: string | null;

  @MomentColumn()
  dateCreated!: Date;
}
