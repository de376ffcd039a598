import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { FormFacts } from '../../domain/xform/form-facts';
import { MomentColumn } from './moment-column';

/** The form of a survey that collectors fetch and submit to; at most one per asset. */
@Entity('deployment')
export class DeploymentEntity {
  @PrimaryColumn('int')
  assetId!: number;

  /** 32 hex digits; the same over all redeployments. */
  @Column('text')
  uuid!: string;

  /** False: archived; data stays readable, submissions are refused. */
  @Column('boolean')
  active!: boolean;

  @Column('int')
  versionId!: number;

  /** `N (YYYY-MM-DD HH:MM:SS)`, the version attribute of the form. */
  @Column('text')
  versionLabel!: string;

  @Column('text', { select: false })
  xml!: string;

  @Column('text')
  xmlMd5!: string;

  @Column('jsonb', { select: false })
  facts!: FormFacts;

  /** Questions for files that only earlier deployments had: what was filled in with them still comes. */
  @Column('text', { array: true, default: '{}', select: false })
  pastFilePaths!: string[];

  @Column('boolean')
  encrypted!: boolean;

  @MomentColumn()
  dateDeployed!: Date;

  @MomentColumn()
  dateModified!: Date;
}
