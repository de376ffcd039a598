import { Entity, PrimaryColumn } from 'typeorm';
import { MomentColumn } from './moment-column';

/** An address from which an account was signed in to with the right password. */
@Entity('known_address')
export class KnownAddressEntity {
  @PrimaryColumn('int')
  userId!: number;

  /** Keyed, of the account's name and the address: it tells neither, nor whether two accounts share one. */
  @PrimaryColumn('bytea')
  addressHash!: Buffer;

  @MomentColumn()
  dateSeen!: Date;
}
