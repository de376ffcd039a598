/** How the answers of a question are summed up: how many there are; which; which choices; as numbers, or whole ones alone. */
export type QuestionKind = 'count' | 'value' | 'choices' | 'number' | 'whole';

/** What is told apart by its count alone: nobody wants a list of all places or of all telephones. */
const COUNTED: ReadonlySet<string> = new Set([
  'audit',
  'background-geopoint',
  'datetime',
  'dateTime',
  'deviceid',
  'email',
  'end',
  'geopoint',
  'geoshape',
  'geotrace',
  'hidden',
  'phonenumber',
  'simserial',
  'start',
  'start-geopoint',
  'subscriberid',
  'today',
  'username',
]);
const PLACES: ReadonlySet<string> = new Set(['background-geopoint', 'geopoint', 'start-geopoint']);
const NUMBERS: ReadonlySet<string> = new Set(['decimal', 'range']);
const SHOWN: ReadonlySet<string> = new Set(['date', 'select_one', 'select_one_from_file', 'select_multiple']);

/** By the type of its row (contract-data 5). */
export function kindOf(type: string): QuestionKind {
  if (COUNTED.has(type)) return 'count';
  if (type === 'integer') return 'whole';
  if (NUMBERS.has(type)) return 'number';
  return type === 'select_multiple' ? 'choices' : 'value';
}

/** Whether clients draw a chart of it. */
export function isDrawn(type: string): boolean {
  return SHOWN.has(type);
}

/** Whether it is answered by one point on the earth. */
export function isPlace(type: string): boolean {
  return PLACES.has(type);
}
