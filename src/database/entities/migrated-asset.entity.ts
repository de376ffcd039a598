import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from './timestamp-column';

/** Replica of an asset of a migration source; it has the same uid. */
@Entity('migrated_asset')
export class MigratedAssetEntity {
  @PrimaryColumn('int')
  assetId!: number;

  @Column('int')
  sourceId!: number;

  /** Whether everything of the asset has been moved. */
  @Column('boolean', { default: false })
  complete!: boolean;

  @TimestampColumn()
  dateModified!: Date;
}
