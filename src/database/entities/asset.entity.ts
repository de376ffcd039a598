import { Column, Entity } from 'typeorm';
import type { AssetType } from '../../domain/content/asset-type';
import type { Content } from '../../domain/content/content';
import { MomentColumn } from './moment-column';
import { UidEntity } from './uid.entity';

/** The unit of management: a block, question, survey, template or collection. */
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

  /** `json`, not `jsonb`: the order of columns is the order in exports. Large, so no list selects it. */
  @Column('json', { select: false })
  content!: Content;

  @Column('jsonb', { default: {} })
  summary!: Record<string, unknown>;

  @Column('jsonb', { default: {} })
  settings!: Record<string, unknown>;

  @Column('text', { array: true, default: [] })
  tags!: string[];

  /** What a word without a field is looked for in, in small letters; the database writes it. */
  @Column('text', { default: '', select: false })
  searchText!: string;

  @Column('jsonb', { default: {} })
  dataSharing!: Record<string, unknown>;

  /** An entry for each question, so no list selects it either. */
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

  @MomentColumn()
  dateCreated!: Date;

  @MomentColumn()
  dateModified!: Date;

  /** Set: hidden everywhere, until restored or purged (decision 15). */
  @MomentColumn({ nullable: true })
  dateDeleted!: Date | null;

  /** What it owns is being removed: it can't be restored any more. */
  @Column('boolean', { default: false })
  isPurging!: boolean;
}
