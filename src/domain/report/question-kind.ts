/** Aggregation of a question: answer count only, values, selected choices, numbers, or whole numbers. */
export type QuestionKind = 'count' | 'value' | 'choices' | 'number' | 'whole';

/** Types with mostly distinct values (high cardinality), which are not listed. */
const COUNT_ONLY: ReadonlySet<string> = new Set([
  ...['audit', 'background-geopoint', 'datetime', 'dateTime', 'deviceid', 'email', 'end', 'geopoint'],
  ...['geoshape', 'geotrace', 'hidden', 'phonenumber', 'simserial', 'start', 'start-geopoint'],
  ...['subscriberid', 'today', 'username'],
]);
const GEO_POINTS: ReadonlySet<string> = new Set(['background-geopoint', 'geopoint', 'start-geopoint']);
const NUMBERS: ReadonlySet<string> = new Set(['decimal', 'range']);
const CHARTED: ReadonlySet<string> = new Set([
  'date',
  'select_one',
  'select_one_from_file',
  'select_multiple',
]);

/** Kind for a row type (contract-data 5). */
export function kindOf(type: string): QuestionKind {
  if (COUNT_ONLY.has(type)) return 'count';
  if (type === 'integer') return 'whole';
  if (NUMBERS.has(type)) return 'number';
  return type === 'select_multiple' ? 'choices' : 'value';
}

/** True if clients show a chart (`show_graph`). */
export function hasChart(type: string): boolean {
  return CHARTED.has(type);
}

/** True for questions answered by a single point. */
export function isGeoPoint(type: string): boolean {
  return GEO_POINTS.has(type);
}
