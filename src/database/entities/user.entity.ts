import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { MomentColumn } from './moment-column';

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

  @Column('text', { default: '' })
  email!: string;

  @Column('text', { default: '' })
  firstName!: string;

  @Column('text', { default: '' })
  lastName!: string;

  @Column('boolean', { default: false })
  isSuperuser!: boolean;

  @Column('boolean', { default: true })
  isActive!: boolean;

  @Column('jsonb', { default: {} })
  extraDetails!: Record<string, unknown>;

  @Column('text')
  extraDetailsUid!: string;

  @MomentColumn({ default: () => 'now()' })
  dateJoined!: Date;

  @MomentColumn({ nullable: true })
  lastLogin!: Date | null;
}
