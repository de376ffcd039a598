import { Column, Entity } from 'typeorm';
import type { Codename } from '../../domain/permission/codename';
import type { KeptPartialGrants } from '../../domain/permission/partial-grant';
import { UidEntity } from './uid.entity';

/** One permission held by one user on one asset. The owner's are rows like all others. */
@Entity('permission_assignment')
export class PermissionAssignmentEntity extends UidEntity {
  @Column('int')
  assetId!: number;

  @Column('int')
  userId!: number;

  @Column('text')
  codename!: Codename;

  /** What a partial_submissions assignment grants, and on which submissions; null for all other codenames. */
  @Column('jsonb', { nullable: true })
  partialGrants!: KeptPartialGrants | null;

  /** It came from the collection that the asset is in, and goes with it. */
  @Column('boolean', { default: false })
  inherited!: boolean;
}
