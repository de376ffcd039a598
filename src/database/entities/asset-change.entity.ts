import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Change relevant to cached renderings of assets. Without foreign keys; pruned regularly. */
@Entity('asset_change')
export class AssetChangeEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @Column('bigint', { default: () => '((pg_current_xact_id())::text)::bigint' })
  transactionId!: number;

  /** Null: any asset. */
  @Column('int', { nullable: true })
  assetId!: number | null;

  @Column('int', { nullable: true })
  userId!: number | null;
}
