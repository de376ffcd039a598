import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { Codename } from '../../domain/permission/codename';

/** One permission held by one user on one asset. The owner's are rows like all others. */
@Entity('permission_assignment')
export class PermissionAssignmentEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('text')
  uid!: string;

  @Column('int')
  assetId!: number;

  @Column('int')
  userId!: number;

  @Column('text')
  codename!: Codename;
}
