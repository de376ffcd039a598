import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AssetType, Content } from '../../domain/content/content';
import { TimestampColumn, UidEntity } from './user.entity';
import type { FileType } from '../../domain/media/file-upload';
import type { ExportRequest } from '../../domain/export/export-request';

/** Block, question, survey, template or collection. */
@Entity('asset')
export class AssetEntity extends UidEntity {
  @Column('int')
  ownerId!: number;

  @Column('int', { nullable: true })
  parentId!: number | null;

  @Column('text')
  assetType!: AssetType;

  @Column('text', { default: '' })
  name!: string;

  /** `json` to keep the order of columns for exports. Not selected in lists: large. */
  @Column('json', { select: false })
  content!: Content;

  @Column('jsonb', { default: {} })
  summary!: Record<string, unknown>;

  @Column('jsonb', { default: {} })
  settings!: Record<string, unknown>;

  @Column('text', { array: true, default: [] })
  tags!: string[];

  /** Lowercase text for searches without a field; maintained by a trigger. */
  @Column('text', { default: '', select: false })
  searchText!: string;

  @Column('jsonb', { default: {} })
  dataSharing!: Record<string, unknown>;

  /** Not selected in lists: an entry per question. */
  @Column('jsonb', { default: {}, select: false })
  reportStyles!: Record<string, unknown>;

  @Column('jsonb', { default: {} })
  reportCustom!: Record<string, unknown>;

  @Column('jsonb', { default: {} })
  mapStyles!: Record<string, unknown>;

  @Column('jsonb', { default: {} })
  mapCustom!: Record<string, unknown>;

  @Column('jsonb', { default: {} })
  advancedFeatures!: Record<string, unknown>;

  @Column('text', { nullable: true })
  createdBy!: string | null;

  @Column('text', { nullable: true })
  lastModifiedBy!: string | null;

  @TimestampColumn()
  dateCreated!: Date;

  @TimestampColumn()
  dateModified!: Date;

  /** Soft delete: when set, hidden until restored or purged (decision 81). */
  @TimestampColumn({ nullable: true })
  dateDeleted!: Date | null;

  /** When set, the data is being deleted and can't be restored. */
  @Column('boolean', { default: false })
  isPurging!: boolean;
}

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

  /** When set, only the labels of earlier answers are read from it. */
  @TimestampColumn({ nullable: true })
  dateRemoved!: Date | null;
}

@Entity('asset_snapshot')
export class AssetSnapshotEntity extends UidEntity {
  @Column('int')
  ownerId!: number;

  @Column('int', { nullable: true })
  assetId!: number | null;

  /** At most one snapshot per version. */
  @Column('int', { nullable: true })
  versionId!: number | null;

  /** Source content; null: that of the version. */
  @Column('json', { nullable: true, select: false })
  source!: Content | null;

  @Column('text', { select: false })
  xml!: string;

  @Column('text', { array: true })
  warnings!: string[];

  @TimestampColumn()
  dateCreated!: Date;

  @TimestampColumn()
  dateUsed!: Date;
}

/** Subscription to a public collection: it and its assets appear in the user's lists. */
@Entity('asset_subscription')
export class AssetSubscriptionEntity extends UidEntity {
  @Column('int')
  assetId!: number;

  @Column('int')
  userId!: number;

  @TimestampColumn()
  dateCreated!: Date;
}

@Entity('export_setting')
export class ExportSettingEntity extends UidEntity {
  @Column('int')
  assetId!: number;

  @Column('text')
  name!: string;

  @Column('jsonb')
  request!: ExportRequest;

  @TimestampColumn()
  dateModified!: Date;
}

/** Unsaved changes of a form by one person; no version. */
@Entity('form_draft')
export class FormDraftEntity {
  @PrimaryColumn('int')
  assetId!: number;

  @PrimaryColumn('int')
  userId!: number;

  /** As the person's editor wrote it. */
  @Column('json', { select: false })
  content!: Record<string, unknown>;

  /** Version that the changes were made from. */
  @Column('text')
  baseVersionUid!: string;

  /** Changes with each write. */
  @Column('text')
  revision!: string;

  @TimestampColumn()
  dateModified!: Date;
}

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
