import { Entity, PrimaryColumn } from 'typeorm';

/** User to whom a project view is assigned. */
@Entity('project_view_user')
export class ProjectViewUserEntity {
  @PrimaryColumn('int')
  viewId!: number;

  @PrimaryColumn('int')
  userId!: number;
}
