import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { AuditLog, AuditMetadata } from '../../domain/audit/audit-action';
import { TimestampColumn } from './column';

/** Audit log entry. Without foreign keys, to outlive its subjects. */
@Entity('audit_entry')
export class AuditEntryEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @TimestampColumn()
  dateCreated!: Date;

  @Column('text')
  log!: AuditLog;

  @Column('text')
  action!: string;

  @Column('int', { nullable: true })
  userId!: number | null;

  @Column('text')
  username!: string;

  @Column('text', { nullable: true })
  credential!: string | null;

  @Column('text', { nullable: true })
  address!: string | null;

  @Column('text', { nullable: true })
  agent!: string | null;

  @Column('int', { nullable: true })
  assetId!: number | null;

  @Column('text', { nullable: true })
  assetUid!: string | null;

  @Column('jsonb', { default: {} })
  metadata!: AuditMetadata;
}

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
