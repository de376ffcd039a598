import { Column, type ColumnOptions, PrimaryGeneratedColumn } from 'typeorm';

/** `timestamptz(3)`: the precision of a JavaScript Date, so that values survive a round trip. */
export function TimestampColumn(
  options: Pick<ColumnOptions, 'nullable' | 'select' | 'default'> = {},
): PropertyDecorator {
  return Column('timestamp with time zone', { ...options, precision: 3 });
}

export abstract class IdEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;
}

export abstract class UidEntity extends IdEntity {
  @Column('text')
  uid!: string;
}
