import { Column, Entity } from 'typeorm';
import type { AssetType } from '../../domain/content/asset-type';
import type { Content } from '../../domain/content/content';
import { TimestampColumn } from './timestamp-column';
import { UidEntity } from './uid.entity';

/** Block, question, survey, template or collection. */
@Entity('asset')
export class AssetEntity extends UidEntity {
  @Column('int')
  ownerId!: number;

  @Column('int', { nullable: true })
  parentId!: number | null;

  @Column('text')
  assetType!: AssetType;

  @Column('text', { default: '' })
  name!: string;

  /** `json` to keep the order of columns for exports. Not selected in lists: large. */
  @Column('json', { select: false })
  content!: Content;

  @Column('jsonb', { default: {} })
  summary!: Record<string, unknown>;

  @Column('jsonb', { default: {} })
  settings!: Record<string, unknown>;

  @Column('text', { array: true, default: [] })
  tags!: string[];

  /** Lowercase text for searches without a field; maintained by a trigger. */
  @Column('text', { default: '', select: false })
  searchText!: string;

  @Column('jsonb', { default: {} })
  dataSharing!: Record<string, unknown>;

  /** Not selected in lists: an entry per question. */
  @Column('jsonb', { default: {}, select: false })
  reportStyles!: Record<string, unknown>;

  @Column('jsonb', { default: {} })
  reportCustom!: Record<string, unknown>;

  @Column('jsonb', { default: {} })
  mapStyles!: Record<string, unknown>;

  @Column('jsonb', { default: {} })
  mapCustom!: Record<string, unknown>;

  @Column('jsonb', { default: {} })
  advancedFeatures!: Record<string, unknown>;

  @Column('text', { nullable: true })
  createdBy!: string | null;

  @Column('text', { nullable: true })
  lastModifiedBy!: string | null;

  @TimestampColumn()
  dateCreated!: Date;

  @TimestampColumn()
  dateModified!: Date;

  /** Soft delete: when set, hidden until restored or purged (decision 15). */
  @TimestampColumn({ nullable: true })
  dateDeleted!: Date | null;

  /** When set, the data is being deleted and can't be restored. */
  @Column('boolean', { default: false })
  isPurging!: boolean;
}
