import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Facts about this installation that all its processes share, such as the fingerprint of the secret key. */
@Entity('instance_setting')
export class InstanceSettingEntity {
  @PrimaryColumn('text')
  name!: string;

  @Column('text')
  value!: string;
}
