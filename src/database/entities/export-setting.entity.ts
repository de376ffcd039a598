import { Column, Entity } from 'typeorm';
import type { ExportRequest } from '../../domain/export/export-request';
import { MomentColumn } from './moment-column';
import { UidEntity } from './uid.entity';

/** How exports of an asset are made again and again. */
@Entity('export_setting')
export class ExportSettingEntity extends UidEntity {
  @Column('int')
  assetId!: number;

  @Column('text')
  name!: string;

  @Column('jsonb')
  request!: ExportRequest;

  @MomentColumn()
  dateModified!: Date;
}
