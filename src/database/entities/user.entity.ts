import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** An account. AnonymousUser is one too: it holds permissions like any other and can't sign in. */
@Entity('app_user')
export class UserEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('text')
  username!: string;

  /** argon2id in PHC form; null: this account has no password and can't sign in with one. */
  @Column('text', { nullable: true, select: false })
  passwordHash!: string | null;

  @Column('text')
  email!: string;

  @Column('text')
  firstName!: string;

  @Column('text')
  lastName!: string;

  @Column('boolean')
  isSuperuser!: boolean;

  @Column('boolean')
  isActive!: boolean;

  @Column('jsonb')
  extraDetails!: Record<string, unknown>;

  @Column('text')
  extraDetailsUid!: string;

  @Column('timestamptz')
  dateJoined!: Date;

  @Column('timestamptz', { nullable: true })
  lastLogin!: Date | null;
}
