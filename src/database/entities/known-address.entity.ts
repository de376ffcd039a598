import { Entity, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from './timestamp-column';

/** Address of an earlier successful sign-in of an account. */
@Entity('known_address')
export class KnownAddressEntity {
  @PrimaryColumn('int')
  userId!: number;

  /** HMAC of username and address: reveals neither, nor shared addresses. */
  @PrimaryColumn('bytea')
  addressHash!: Buffer;

  @TimestampColumn()
  dateSeen!: Date;
}
