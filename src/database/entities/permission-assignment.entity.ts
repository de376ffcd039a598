import { Column, Entity } from 'typeorm';
import type { Codename } from '../../domain/permission/codename';
import type { StoredPartialGrants } from '../../domain/permission/partial-grant';
import { UidEntity } from './uid.entity';

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
