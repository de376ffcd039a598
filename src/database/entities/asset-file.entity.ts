import { Column, Entity } from 'typeorm';
import type { FileType } from '../../domain/media/file-type';
import { TimestampColumn } from './timestamp-column';
import { UidEntity } from './uid.entity';

/** File distributed with a form: stored by hash, or a link to a remote file. */
@Entity('asset_file')
export class AssetFileEntity extends UidEntity {
  @Column('int')
  assetId!: number;

  @Column('int')
  userId!: number;

  @Column('text')
  fileType!: FileType;

  @Column('text')
  description!: string;

  /** As sent by the client, without folders. */
  @Column('text')
  name!: string;

  @Column('text')
  mimetype!: string;

  /** MD5 of the bytes in hex; of the URL with suffix `-url` for a remote file. */
  @Column('text')
  md5!: string;

  @Column('jsonb')
  metadata!: Readonly<Record<string, unknown>>;

  @Column('bytea', { nullable: true })
  sha256!: Buffer | null;

  @Column('bigint')
  byteSize!: number;

  @Column('text', { nullable: true })
  redirectUrl!: string | null;

  @TimestampColumn()
  dateCreated!: Date;
}
