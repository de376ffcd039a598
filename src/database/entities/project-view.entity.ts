import { Column, Entity } from 'typeorm';
import { TimestampColumn } from './timestamp-column';
import { UidEntity } from './uid.entity';

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
