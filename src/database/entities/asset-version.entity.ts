import { Column, Entity } from 'typeorm';
import type { Content } from '../../domain/content/content';
import { MomentColumn } from './moment-column';
import { UidEntity } from './uid.entity';

/** What an asset's name and content were at one save; newer versions have higher ids. */
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

  @Column('boolean', { default: false })
  deployed!: boolean;

  @MomentColumn()
  dateModified!: Date;
}
