import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ValidationStatus } from '../../domain/submission/validation-status';
import { MomentColumn } from './moment-column';

/** One answered form. Partitioned by asset: every question about it names `assetId`. */
@Entity('submission')
export class SubmissionEntity {
  @PrimaryColumn('int')
  assetId!: number;

  /** From a sequence; the `_id` on the wire. */
  @PrimaryColumn('bigint')
  id!: number;

  /** Of the first of all edits; without the prefix `uuid:`. */
  @Column('text')
  rootUuid!: string;

  /** The first one, unless the submission was edited. */
  @Column('text')
  uuid!: string;

  @Column('bytea')
  xmlHash!: Buffer;

  @Column('int', { default: 0 })
  attachmentCount!: number;

  /** Of the form that it was filled in with, where the submission says so. */
  @Column('text', { nullable: true })
  versionUid!: string | null;

  /** Null: nobody signed in. */
  @Column('text', { nullable: true })
  submittedBy!: string | null;

  @MomentColumn()
  dateSubmitted!: Date;

  @MomentColumn()
  dateModified!: Date;

  /** The answers alone, to search in. */
  @Column('jsonb', { select: false })
  answers!: Record<string, unknown>;

  /** What the API answers, ready; only hosts of links are missing. */
  @Column('text', { select: false })
  json!: string;

  @Column('text', { select: false })
  xml!: string;

  /** Null: nobody has judged it. */
  @Column('jsonb', { nullable: true })
  validationStatus!: ValidationStatus | null;
}
