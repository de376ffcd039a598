import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ManualAction } from '../../domain/supplement/question-feature';
import type { QualData, TextData } from '../../domain/supplement/supplement-version';
import { TimestampColumn } from './timestamp-column';

/** One state of a transcript, translation or qualitative answer of a submission; append-only. Partitioned by asset. */
@Entity('supplement_version')
export class SupplementVersionEntity {
  @PrimaryColumn('int')
  assetId!: number;

  @PrimaryColumn('bigint')
  submissionId!: number;

  /** Number among the versions of the submission, from 1. */
  @PrimaryColumn('int')
  ordinal!: number;

  @Column('uuid')
  uuid!: string;

  @Column('text')
  questionXpath!: string;

  @Column('text')
  action!: ManualAction;

  /** Language of a translation, uuid of a qualitative question; '' of a transcript. */
  @Column('text')
  subject!: string;

  @Column('jsonb')
  data!: TextData | QualData;

  @Column('uuid', { nullable: true })
  transcriptUuid!: string | null;

  /** Username. */
  @Column('text', { nullable: true })
  createdBy!: string | null;

  @TimestampColumn()
  dateCreated!: Date;

  @TimestampColumn({ nullable: true })
  dateVerified!: Date | null;
}
