import { Entity, PrimaryColumn } from 'typeorm';
import type { InheritableCodename } from '../../domain/permission/inheritance';

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
