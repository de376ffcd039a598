import { Column, Entity, PrimaryColumn } from 'typeorm';
import { MomentColumn } from './moment-column';

/** An image made smaller, once for all who name the same bytes. */
@Entity('image_rendition')
export class ImageRenditionEntity {
  /** Of the image that it was made of. */
  @PrimaryColumn('bytea')
  sourceSha256!: Buffer;

  /** Of the longest side, in pixels. */
  @PrimaryColumn('int')
  longestSide!: number;

  @Column('bytea')
  sha256!: Buffer;

  @Column('text')
  mimetype!: string;

  @Column('bigint')
  byteSize!: number;

  @MomentColumn()
  dateCreated!: Date;
}
