import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from './timestamp-column';

/** Resized image, shared by all references to the same bytes. */
@Entity('image_rendition')
export class ImageRenditionEntity {
  /** Hash of the original image. */
  @PrimaryColumn('bytea')
  sourceSha256!: Buffer;

  @PrimaryColumn('int')
  longestSide!: number;

  @Column('bytea')
  sha256!: Buffer;

  @Column('text')
  mimetype!: string;

  @Column('bigint')
  byteSize!: number;

  @TimestampColumn()
  dateCreated!: Date;
}
