import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { AssetType } from '../../domain/content/asset-type';
import type { Content } from '../../domain/content/content';

/** The unit of management: a block, question, survey, template or collection. */
@Entity('asset')
export class AssetEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('text')
  uid!: string;

  @Column('int')
  ownerId!: number;

  @Column('int', { nullable: true })
  parentId!: number | null;

  @Column('text')
  assetType!: AssetType;

  @Column('text')
  name!: string;

  /** `json`, not `jsonb`: the order of columns is the order in exports. Large, so no list selects it. */
  @Column('json', { select: false })
  content!: Content;

  @Column('jsonb')
  summary!: Record<string, unknown>;

  @Column('jsonb')
  settings!: Record<string, unknown>;

  @Column('text', { array: true })
  tags!: string[];

  @Column('jsonb')
  dataSharing!: Record<string, unknown>;

  @Column('jsonb')
  reportStyles!: Record<string, unknown>;

  @Column('jsonb')
  reportCustom!: Record<string, unknown>;

  @Column('jsonb')
  mapStyles!: Record<string, unknown>;

  @Column('jsonb')
  mapCustom!: Record<string, unknown>;

  @Column('jsonb')
  advancedFeatures!: Record<string, unknown>;

  @Column('text', { nullable: true })
  createdBy!: string | null;

  @Column('text', { nullable: true })
  lastModifiedBy!: string | null;

  @Column('timestamptz')
  dateCreated!: Date;

  @Column('timestamptz')
  dateModified!: Date;

  /** Set: hidden everywhere, until restored or purged (decision 15). */
  @Column('timestamptz', { nullable: true })
  dateDeleted!: Date | null;
}
