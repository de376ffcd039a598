import { Column, Entity } from 'typeorm';
import type { AuthLevel, ExportType, SubsetField } from '../../domain/hook/hook';
import { MomentColumn } from './moment-column';
import { UidEntity } from './uid.entity';

/** Where the submissions of an asset are sent on to. */
@Entity('hook')
export class HookEntity extends UidEntity {
  @Column('int')
  assetId!: number;

  @Column('text')
  name!: string;

  @Column('text')
  endpoint!: string;

  @Column('boolean')
  active!: boolean;

  @Column('text')
  exportType!: ExportType;

  @Column('text')
  authLevel!: AuthLevel;

  /** JSON, sealed: there are passwords in it. */
  @Column('bytea')
  settings!: Buffer;

  /** What deliveries are signed with, sealed; null: they are not. */
  @Column('bytea', { nullable: true })
  secret!: Buffer | null;

  @Column('boolean')
  emailNotification!: boolean;

  /** Whether it is told of changes too, and not of new submissions alone. */
  @Column('boolean')
  sendsChanges!: boolean;

  @Column('jsonb')
  subsetFields!: SubsetField[];

  @Column('text', { nullable: true })
  payloadTemplate!: string | null;

  /** Scheme and host of the links in what is sent: those by which it was last saved. */
  @Column('text')
  origin!: string;

  @MomentColumn()
  dateModified!: Date;
}
