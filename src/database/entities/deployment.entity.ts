import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { FormFacts } from '../../domain/xform/form-facts';
import { TimestampColumn } from './timestamp-column';

/** Deployed form of a survey; at most one per asset. */
@Entity('deployment')
export class DeploymentEntity {
  @PrimaryColumn('int')
  assetId!: number;

  @Column('text')
  uuid!: string;

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
