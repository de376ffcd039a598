import { Column, Entity } from 'typeorm';
import { MomentColumn } from './moment-column';
import { UidEntity } from './uid.entity';

/** Somebody follows a public collection: it and what is in it is in that user's lists. */
@Entity('asset_subscription')
export class AssetSubscriptionEntity extends UidEntity {
  @Column('int')
  assetId!: number;

  @Column('int')
  userId!: number;

  @MomentColumn()
  dateCreated!: Date;
}
