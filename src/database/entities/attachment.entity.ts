import { Column, Entity, PrimaryColumn } from 'typeorm';
import { MomentColumn } from './moment-column';

/** A file that came with a submission; its bytes are in the storage, under their hash. */
@Entity('attachment')
export class AttachmentEntity {
  @PrimaryColumn('int')
  assetId!: number;

  @PrimaryColumn('bigint')
  submissionId!: number;

  @PrimaryColumn('text')
  uid!: string;

  /** As the client sent it. */
  @Column('text')
  name!: string;

  /** By which names that look alike are one. */
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

  @MomentColumn()
  dateCreated!: Date;

  /** When an edit stopped naming it; since then it belongs to the history alone. */
  @MomentColumn({ nullable: true })
  dateDropped!: Date | null;

  /** When somebody removed it: its bytes are gone, and its submission goes on telling of it. */
  @MomentColumn({ nullable: true })
  dateDeleted!: Date | null;
}
