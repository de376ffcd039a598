import type { Filter, Operand, Pattern, Relation } from '../../domain/query/filter';
import { type FieldReader, type FieldSql, memberReader } from './field-sql';
import type { SqlParameters } from './sql-parameters';

const OPERATORS: Readonly<Record<Relation, string>> = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' };

/** Letters of all scripts have their two cases, whatever the locale of the database. */
const ANY_SCRIPT = 'COLLATE "und-x-icu"';

/**
 * The one place where a filter becomes SQL: a condition for WHERE, its values bound to `parameters`.
 *
 * Filters hold or do not hold, while SQL knows a third answer, null, where a value is missing. AND, OR and WHERE treat
 * null as "does not hold"; NOT alone would let it through, so it is told apart there.
 */
export function filterSql<Field>(
  filter: Filter<Field>,
  read: FieldReader<Field>,
  parameters: SqlParameters,
  depth = 0,
): string {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const [join, none] = filter.kind === 'and' ? [' AND ', 'true'] : [' OR ', 'false'];
      const parts = filter.of.map((each) => filterSql(each, read, parameters, depth));
      return parts.length === 0 ? none : `(${parts.join(join)})`;
    }
    case 'not':
      return `NOT coalesce(${filterSql(filter.of, read, parameters, depth)}, false)`;
    case 'some': {
      const element = `element${depth}`;
      const { list } = read(filter.field, parameters);
      const where = filterSql(filter.where, memberReader(`${element}.value`), parameters, depth + 1);
      return `EXISTS (SELECT 1 FROM jsonb_array_elements(${list}) AS ${element} WHERE ${where})`;
    }
    default:
      return leafSql(filter, read(filter.field, parameters), parameters);
  }
}

type Leaf<Field> = Exclude<Filter<Field>, { kind: 'and' | 'or' | 'not' | 'some' }>;

function leafSql<Field>(leaf: Leaf<Field>, field: FieldSql, parameters: SqlParameters): string {
  switch (leaf.kind) {
    case 'exists':
      return field.exists;
    case 'compare':
      return compareSql(field, leaf.relation, leaf.value, parameters);
    case 'in':
      return inSql(field, leaf.values, parameters);
    case 'matches':
      return `(${field.text}) ${ANY_SCRIPT} ~ ${parameters.add(patternText(leaf.pattern), 'text')}`;
    case 'search': {
      const like = leaf.ignoreCase ? `${ANY_SCRIPT} ILIKE` : 'LIKE';
      return `(${field.text}) ${like} ${parameters.add(likeText(leaf.text, leaf.at), 'text')}`;
    }
    case 'length':
      return `jsonb_array_length(${field.list}) = ${parameters.add(leaf.length, 'int')}`;
  }
}

function compareSql(field: FieldSql, relation: Relation, value: Operand, parameters: SqlParameters): string {
  const { sql, type } = readingFor(field, value);
  // By code point: the order is the same on every database, and the wire's (contract-data 2.2).
  const collation = type === 'text' ? ' COLLATE "C"' : '';
  return `${sql}${collation} ${OPERATORS[relation]} ${parameters.add(bound(value), type)}`;
}

function inSql(field: FieldSql, values: readonly Operand[], parameters: SqlParameters): string {
  const byReading = new Map<string, { type: string; bound: unknown[] }>();
  for (const value of values) {
    const { sql, type } = readingFor(field, value);
    const alike = byReading.get(sql) ?? { type, bound: [] };
    alike.bound.push(bound(value));
    byReading.set(sql, alike);
  }
  const parts = [...byReading].map(
    ([sql, alike]) => `${sql} = ANY(${parameters.add(alike.bound, `${alike.type}[]`)})`,
  );
  return parts.length === 0 ? 'false' : `(${parts.join(' OR ')})`;
}

/** The field as a value of the operand's type. */
function readingFor(field: FieldSql, value: Operand): { sql: string; type: string } {
  if (typeof value === 'string') return { sql: `(${field.text})`, type: 'text' };
  if (typeof value === 'number' || typeof value === 'bigint') {
    return { sql: `(${field.number})`, type: field.numberType };
  }
  if (typeof value === 'boolean') return { sql: `(${field.boolean})`, type: 'boolean' };
  return { sql: `(${field.time})`, type: 'timestamptz' };
}

function bound(value: Operand): unknown {
  if (typeof value === 'bigint') return value.toString();
  return value instanceof Date ? momentText(value) : value;
}

/** The years that a moment is written with have four digits; what is before or behind them all is without bound. */
function momentText(moment: Date): string {
  const year = moment.getUTCFullYear();
  if (year < 1) return '-infinity';
  return year > 9999 ? 'infinity' : moment.toISOString();
}

/** Options lead the pattern; what line ends mean is one letter of PostgreSQL's for each pair of flags. */
function patternText({ source, ignoreCase, multiline, dotAll, spaced }: Pattern): string {
  const lines = multiline ? (dotAll ? 'w' : 'n') : dotAll ? 's' : 'p';
  return `(?${lines}${ignoreCase ? 'i' : ''}${spaced ? 'x' : ''})${source}`;
}

function likeText(text: string, at: 'anywhere' | 'start' | 'end' | 'whole'): string {
  const escaped = text.replace(/[\\%_]/g, '\\$&');
  switch (at) {
    case 'anywhere':
      return `%${escaped}%`;
    case 'start':
      return `${escaped}%`;
    case 'end':
      return `%${escaped}`;
    case 'whole':
      return escaped;
  }
}
