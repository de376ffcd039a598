import { Column, Entity } from 'typeorm';
import type { LanguageParameter, ManualAction, QualQuestion } from '../../domain/supplement/question-feature';
import { TimestampColumn } from './timestamp-column';
import { UidEntity } from './uid.entity';

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
