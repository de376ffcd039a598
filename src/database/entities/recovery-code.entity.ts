import { Entity, PrimaryColumn } from 'typeorm';

/** Unused recovery code, which replaces a code of the authenticator once. */
@Entity('recovery_code')
export class RecoveryCodeEntity {
  @PrimaryColumn('int')
  userId!: number;

  /** HMAC-SHA-256 under a key derived from SECRET_KEY. */
  @PrimaryColumn('bytea')
  codeHash!: Buffer;
}
