import { Column, Entity } from 'typeorm';
import { TimestampColumn } from './timestamp-column';
import { UidEntity } from './uid.entity';

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
