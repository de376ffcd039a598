import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from './timestamp-column';

/** File received with a submission; stored by hash. */
@Entity('attachment')
export class AttachmentEntity {
  @PrimaryColumn('int')
  assetId!: number;

  @PrimaryColumn('bigint')
  submissionId!: number;

  @PrimaryColumn('text')
  uid!: string;

  @Column('text')
  name!: string;

  /** Normalized name, for uniqueness. */
  @Column('text')
  nameKey!: string;

  @Column('text')
  mimetype!: string;

  @Column('bigint')
  byteSize!: number;

  @Column('bytea')
  sha256!: Buffer;

  @Column('text', { default: '' })
  questionXpath!: string;

  @TimestampColumn()
  dateCreated!: Date;

  /** Set when an edit removed the reference: retained for the history only. */
  @TimestampColumn({ nullable: true })
  dateDropped!: Date | null;

  /** Set when deleted: its bytes are removed, the submission still lists it. */
  @TimestampColumn({ nullable: true })
  dateDeleted!: Date | null;
}
