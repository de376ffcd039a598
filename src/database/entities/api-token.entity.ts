import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A key for programs. It is found by its SHA-256; only the default one can be shown again (decision 23). */
@Entity('api_token')
export class ApiTokenEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('int')
  userId!: number;

  @Column('bytea')
  keyHash!: Buffer;

  /** AES-256-GCM under SECRET_KEY; only for the default token. */
  @Column('bytea', { nullable: true })
  encryptedKey!: Buffer | null;

  @Column('boolean')
  isDefault!: boolean;

  @Column('timestamptz')
  dateCreated!: Date;
}
