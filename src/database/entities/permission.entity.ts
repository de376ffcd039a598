import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { Codename } from '../../domain/permission/codename';
import type { StoredPartialGrants } from '../../domain/permission/permission-set';
import { UidEntity, TimestampColumn } from './user.entity';
import type { InheritableCodename } from '../../domain/permission/assignable';
import type { TransferStatus, InviteStatus } from '../../domain/ownership/invite-status';
import type { AuditLog, AuditMetadata } from '../../domain/audit/audit-action';

@Entity('permission_assignment')
export class PermissionAssignmentEntity extends UidEntity {
  @Column('int')
  assetId!: number;

  @Column('int')
  userId!: number;

  @Column('text')
  codename!: Codename;

  /** Partial permissions by row filter; null unless `partial_submissions`. */
  @Column('jsonb', { nullable: true })
  partialGrants!: StoredPartialGrants | null;

  @Column('boolean', { default: false })
  inherited!: boolean;
}

/** Revoked permission that must not be inherited from a collection again. */
@Entity('permission_denial')
export class PermissionDenialEntity {
  @PrimaryColumn('int')
  assetId!: number;

  @PrimaryColumn('int')
  userId!: number;

  @PrimaryColumn('text')
  codename!: InheritableCodename;
}

@Entity('ownership_transfer')
export class OwnershipTransferEntity extends UidEntity {
  @Column('int')
  inviteId!: number;

  @Column('int')
  assetId!: number;

  @Column('text')
  status!: TransferStatus;

  @Column('text', { nullable: true })
  error!: string | null;

  @TimestampColumn()
  dateModified!: Date;
}

@Entity('ownership_invite')
export class OwnershipInviteEntity extends UidEntity {
  @Column('int')
  senderId!: number;

  @Column('int')
  recipientId!: number;

  @Column('text')
  status!: InviteStatus;

  @TimestampColumn()
  dateCreated!: Date;

  @TimestampColumn()
  dateModified!: Date;
}

/** Read-only view of the projects and users of some countries, for assigned users. */
@Entity('project_view')
export class ProjectViewEntity extends UidEntity {
  @Column('text')
  name!: string;

  /** ISO 3166-1 alpha-3 codes; `*`: all. */
  @Column('text', { array: true })
  countries!: string[];

  @Column('text', { array: true })
  permissions!: string[];

  @TimestampColumn()
  dateCreated!: Date;
}

/** User to whom a project view is assigned. */
@Entity('project_view_user')
export class ProjectViewUserEntity {
  @PrimaryColumn('int')
  viewId!: number;

  @PrimaryColumn('int')
  userId!: number;
}

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
