import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ComparedAnswer } from '../../domain/query/compared-answers';
import { IdEntity } from './column';

/** Answers that slow filters of a form compare: it has an index on them once it is large (decision 153). */
@Entity('answer_index')
export class AnswerIndexEntity {
  @PrimaryColumn('int')
  assetId!: number;

  @PrimaryColumn('text')
  path!: string;

  @PrimaryColumn('text')
  kind!: ComparedAnswer['kind'];

  /** Day (UTC) on which a filter was slow without it, or used it. */
  @Column('date')
  lastUsed!: string;

  /** Scans of the index when they were last counted. */
  @Column('bigint', { default: () => '0' })
  scans!: string;
}

/** Data derived from the submissions of a large form, in parts (decision 186). UNLOGGED: it can be built again. */
@Entity('submission_summary')
export class SubmissionSummaryEntity extends IdEntity {
  @Column('int')
  assetId!: number;

  /** Hash of what it contains. */
  @Column('text')
  key!: string;

  /** Decided when it was built, for all parts. */
  @Column('jsonb')
  plan!: unknown;

  /** `pg_snapshot` in which the parts hold. */
  @Column('text')
  snapshot!: string;

  /** Day (UTC). */
  @Column('date')
  lastUsed!: string;
}

/** Of the submissions of a range of ids. */
@Entity('submission_summary_part')
export class SubmissionSummaryPartEntity {
  @PrimaryColumn('int')
  summaryId!: number;

  @PrimaryColumn('bigint')
  part!: string;

  @Column('bytea')
  data!: Buffer;
}
