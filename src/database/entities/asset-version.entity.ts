import { Column, Entity } from 'typeorm';
import type { Content } from '../../domain/content/content';
import type { VersionFacts } from '../../domain/submission/version-reading';
import { TimestampColumn } from './timestamp-column';
import { UidEntity } from './uid.entity';

@Entity('asset_version')
export class AssetVersionEntity extends UidEntity {
  @Column('int')
  assetId!: number;

  @Column('text')
  name!: string;

  @Column('json', { select: false })
  content!: Content;

  /** SHA-1 hex of the content (contract-xlsform 2.7). */
  @Column('text')
  contentHash!: string;

  /** Structure of the deployed form; null before its first deployment, and until it is derived from the content. */
  @Column('json', { nullable: true, select: false })
  facts!: VersionFacts | null;

  @Column('boolean', { default: false })
  deployed!: boolean;

  @TimestampColumn()
  dateModified!: Date;
}
