/** Type of the values of a column; cells whose text does not parse as it are possible. */
export type ColumnType = 'text' | 'integer' | 'number' | 'date' | 'time' | 'timestamp';

const TYPES: Readonly<Record<string, ColumnType>> = {
  integer: 'integer',
  decimal: 'number',
  range: 'number',
  date: 'date',
  today: 'date',
  time: 'time',
  datetime: 'timestamp',
  dateTime: 'timestamp',
  start: 'timestamp',
  end: 'timestamp',
};

/** Column type of the answers to questions of a type. */
export function columnTypeOf(questionType: string): ColumnType {
  return Object.hasOwn(TYPES, questionType) ? TYPES[questionType]! : 'text';
}
