import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { FileType } from '../../domain/media/file-type';
import { MomentColumn } from './moment-column';

/** A file that goes out with a form: its bytes are in the storage, under their hash, or stay where they are. */
@Entity('asset_file')
export class AssetFileEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('text')
  uid!: string;

  @Column('int')
  assetId!: number;

  @Column('int')
  userId!: number;

  @Column('text')
  fileType!: FileType;

  @Column('text')
  description!: string;

  /** As the client sent it, without folders. */
  @Column('text')
  name!: string;

  @Column('text')
  mimetype!: string;

  /** Of the bytes, 32 hex digits; or of the link to them, and `-url`. */
  @Column('text')
  md5!: string;

  /** What the client sent along, to be given back. */
  @Column('jsonb')
  metadata!: Readonly<Record<string, unknown>>;

  /** Null: a remote file. */
  @Column('bytea', { nullable: true })
  sha256!: Buffer | null;

  @Column('bigint')
  byteSize!: number;

  /** Null: a file of ours. */
  @Column('text', { nullable: true })
  redirectUrl!: string | null;

  @MomentColumn()
  dateCreated!: Date;
}
