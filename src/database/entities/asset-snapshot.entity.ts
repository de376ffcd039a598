import { Column, Entity } from 'typeorm';
import type { Content } from '../../domain/content/content';
import { TimestampColumn } from './timestamp-column';
import { UidEntity } from './uid.entity';

@Entity('asset_snapshot')
export class AssetSnapshotEntity extends UidEntity {
  @Column('int')
  ownerId!: number;

  @Column('int', { nullable: true })
  assetId!: number | null;

  /** At most one snapshot per version. */
  @Column('int', { nullable: true })
  versionId!: number | null;

  /** Source content; null: that of the version. */
  @Column('json', { nullable: true, select: false })
  source!: Content | null;

  @Column('text', { select: false })
  xml!: string;

  @Column('text', { array: true })
  warnings!: string[];

  @TimestampColumn()
  dateCreated!: Date;

  @TimestampColumn()
  dateUsed!: Date;
}
