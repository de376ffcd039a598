import { Column, Entity } from 'typeorm';
import type { ExportRequest } from '../../domain/export/export-request';
import { TimestampColumn } from './timestamp-column';
import { UidEntity } from './uid.entity';

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
