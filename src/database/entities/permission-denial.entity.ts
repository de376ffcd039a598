import { Entity, PrimaryColumn } from 'typeorm';
import type { InheritedCodename } from '../../domain/permission/inheritance';

/** What was taken from somebody who would inherit it from a collection, so that it does not come back. */
@Entity('permission_denial')
export class PermissionDenialEntity {
  @PrimaryColumn('int')
  assetId!: number;

  @PrimaryColumn('int')
  userId!: number;

  @PrimaryColumn('text')
  codename!: InheritedCodename;
}
