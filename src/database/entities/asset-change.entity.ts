import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** That something changed which lists of assets tell. Refers to no other row, and is forgotten when all have heard of it. */
@Entity('asset_change')
export class AssetChangeEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  /** PostgreSQL's number of the transaction. */
  @Column('bigint', { default: () => '((pg_current_xact_id())::text)::bigint' })
  transactionId!: number;

  /** Null: what any list may tell. */
  @Column('int', { nullable: true })
  assetId!: number | null;

  @Column('int', { nullable: true })
  userId!: number | null;
}
