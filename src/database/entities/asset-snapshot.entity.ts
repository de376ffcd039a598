import { Column, Entity } from 'typeorm';
import type { Content } from '../../domain/content/content';
import { MomentColumn } from './moment-column';
import { UidEntity } from './uid.entity';

/** A form compiled to be looked at before it is deployed. */
@Entity('asset_snapshot')
export class AssetSnapshotEntity extends UidEntity {
  @Column('int')
  ownerId!: number;

  @Column('int', { nullable: true })
  assetId!: number | null;

  /** A version has one snapshot, which is used again. */
  @Column('int', { nullable: true })
  versionId!: number | null;

  /** What it was made of; null: the version has it. */
  @Column('json', { nullable: true, select: false })
  source!: Content | null;

  @Column('text', { select: false })
  xml!: string;

  @Column('text', { array: true })
  warnings!: string[];

  @MomentColumn()
  dateCreated!: Date;

  /** When somebody last asked for it. */
  @MomentColumn()
  dateUsed!: Date;
}
