import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ManualAction, LanguageParameter, QualQuestion } from '../../domain/supplement/question-feature';
import type { QualData, TextData } from '../../domain/supplement/supplement-input';
import { TimestampColumn, UidEntity } from './user.entity';

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

/** Additions that people may make to the answers of one question; one row per question and action. */
@Entity('question_feature')
export class QuestionFeatureEntity extends UidEntity {
  @Column('int')
  assetId!: number;

  @Column('text')
  questionXpath!: string;

  @Column('text')
  action!: ManualAction;

  /** `json` keeps the order of keys. */
  @Column('json')
  params!: readonly LanguageParameter[] | readonly QualQuestion[];

  @TimestampColumn()
  dateCreated!: Date;

  @TimestampColumn()
  dateModified!: Date;
}

/** Paired data: answers of a source asset, distributed as a file with another form. */
@Entity('paired_data')
export class PairedDataEntity extends UidEntity {
  @Column('int')
  assetId!: number;

  @Column('int', { nullable: true })
  sourceId!: number | null;

  /** Paths of the included questions; empty: all that the source shares. */
  @Column('jsonb')
  fields!: string[];

  @Column('text')
  filename!: string;

  @TimestampColumn()
  dateCreated!: Date;

  @TimestampColumn()
  dateModified!: Date;
}
