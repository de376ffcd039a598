import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { FormFacts } from '../../domain/xform/form-facts';
import { TimestampColumn, UidEntity } from './user.entity';
import type { Content } from '../../domain/content/content';
import type { VersionFacts } from '../../domain/submission/version-reading';

/** Deployed form of a survey; at most one per asset. */
@Entity('deployment')
export class DeploymentEntity {
  @PrimaryColumn('int')
  assetId!: number;

  @Column('text')
  uuid!: string;

  /** Form id at the server that the form was moved from, which phones may still name (decision 150). */
  @Column('text', { nullable: true })
  formerFormId!: string | null;

  /** False: archived: readable, but rejects submissions. */
  @Column('boolean')
  active!: boolean;

  @Column('int')
  versionId!: number;

  /** Version attribute of the form: `N (YYYY-MM-DD HH:MM:SS)`. */
  @Column('text')
  versionLabel!: string;

  @Column('text', { select: false })
  xml!: string;

  @Column('text')
  xmlMd5!: string;

  @Column('jsonb', { select: false })
  facts!: FormFacts;

  /** No longer used: versions keep their structure. A later release drops the column. */
  @Column('text', { array: true, default: '{}', select: false })
  pastFilePaths!: string[];

  @Column('boolean')
  encrypted!: boolean;

  @TimestampColumn()
  dateDeployed!: Date;

  @TimestampColumn()
  dateModified!: Date;
}

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
