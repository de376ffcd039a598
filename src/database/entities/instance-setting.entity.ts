import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Settings shared by all processes of the installation, such as the fingerprint of the secret key. */
@Entity('instance_setting')
export class InstanceSettingEntity {
  @PrimaryColumn('text')
  name!: string;

  @Column('text')
  value!: string;
}
