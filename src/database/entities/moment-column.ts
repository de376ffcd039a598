import { Column, type ColumnOptions } from 'typeorm';

/** A moment, to the millisecond: what JavaScript can hold, so that a value read back is the value written. */
export function MomentColumn(
  options: Pick<ColumnOptions, 'nullable' | 'select' | 'default'> = {},
): PropertyDecorator {
  return Column('timestamp with time zone', { ...options, precision: 3 });
}
