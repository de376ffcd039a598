import type { Filter, Operand, Pattern, Relation, MemberField } from '../../domain/query/mongo-expression';
import { MAX_SORT_VALUE_CHARACTERS } from '../../domain/query/submission-order';
import { type FormattedTime, formattedTimeSql } from './formatted-time-sql';
import { sortedTextSql } from './keyset-sql';
import type { SqlParameters } from './sql-parameters';

/** SQL expressions of a field, one per value type; null where it has no value of that type. */
export interface FieldSql {
  readonly exists: string;
  readonly text: string;
  /** The text is of any length; what sorts it may have an index (decision 153). */
  readonly isLongText?: true;
  readonly number: string;
  /** Type that operands are bound as, to match indexes on `number`. */
  readonly numberType: 'bigint' | 'numeric';
  readonly boolean: string;
  readonly time: string;
  readonly list: string;
  /** The column of a `text` that formats a time. */
  readonly formattedTime?: FormattedTime;
}

/** Translates a field of a table to SQL; names from clients are bound as parameters. */
export type FieldReader<Field> = (field: Field, parameters: SqlParameters) => FieldSql;

const unreadableSql: FieldSql = {
  exists: 'false',
  text: 'NULL::text',
  number: 'NULL::numeric',
  numberType: 'numeric',
  boolean: 'NULL::boolean',
  time: 'NULL::timestamptz',
  list: 'NULL::jsonb',
};

/** Texts that parse as a number within the range of `numeric`. */
const NUMBER = `'^[-+]?([0-9]{1,100}([.][0-9]{0,100})?|[.][0-9]{1,100})([eE][-+]?[0-9]{1,3})?$'`;

export function columnSql(sql: string, type: 'text' | 'bigint' | 'boolean' | 'time'): FieldSql {
  const exists = `${sql} IS NOT NULL`;
  return type === 'bigint'
    ? { ...unreadableSql, exists, number: sql, numberType: 'bigint' }
    : { ...unreadableSql, exists, [type]: sql };
}

/** Like `columnSql`, for an expression that is no column. */
export function expressionSql(sql: string, type: 'text' | 'number' | 'boolean'): FieldSql {
  return { ...unreadableSql, exists: `(${sql}) IS NOT NULL`, [type]: sql };
}

/** Text expression, built on first use like that of `jsonSql`. */
export function textSql(expression: () => string): FieldSql {
  let built: string | undefined;
  const sql = (): string => (built ??= expression());
  return {
    ...unreadableSql,
    get exists() {
      return `${sql()} IS NOT NULL`;
    },
    get text() {
      return sql();
    },
  };
}

export function textListSql(sql: string): FieldSql {
  return { ...unreadableSql, exists: `${sql} IS NOT NULL`, list: `to_jsonb(${sql})` };
}

/**
 * Expression of type jsonb; numeric texts count as numbers too. Built on first use: a bound parameter that the statement does
 * not mention is an error.
 */
export function jsonSql(expression: () => string): FieldSql {
  let built: string | undefined;
  const json = (): string => (built ??= expression());
  const text = (): string => `(${json()}) #>> '{}'`;
  return {
    ...unreadableSql,
    get exists() {
      return `jsonb_typeof(${json()}) <> 'null'`;
    },
    isLongText: true,
    get text() {
      return `CASE jsonb_typeof(${json()}) WHEN 'string' THEN ${text()} END`;
    },
    get number() {
      return `CASE WHEN ${text()} ~ ${NUMBER} THEN (${text()})::numeric END`;
    },
    get boolean() {
      return `CASE jsonb_typeof(${json()}) WHEN 'boolean' THEN (${text()})::boolean END`;
    },
    get list() {
      return `CASE jsonb_typeof(${json()}) WHEN 'array' THEN ${json()} END`;
    },
  };
}

/** Reader of members of a jsonb expression. */
function memberReader(json: string): FieldReader<MemberField> {
  return ({ path }, parameters) =>
    jsonSql(() => (path.length === 0 ? json : `${json} #> ${parameters.add(path, 'text[]')}`));
}

const OPERATORS: Readonly<Record<Relation, string>> = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' };

/** Case-insensitive for all scripts, independent of the database's locale. */
const UNICODE_COLLATION = 'COLLATE "und-x-icu"';

/**
 * Translates a filter to a WHERE condition, its values bound to `parameters`.
 *
 * Filters are two-valued, SQL is three-valued. AND, OR and WHERE treat null as false; NOT does not, hence its coalesce.
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
      const [operator, empty] = filter.kind === 'and' ? [' AND ', 'true'] : [' OR ', 'false'];
      const parts = filter.of.map((each) => filterSql(each, read, parameters, depth));
      return parts.length === 0 ? empty : `(${parts.join(operator)})`;
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
      return `(${field.text}) ${UNICODE_COLLATION} ~ ${parameters.add(patternText(leaf.pattern), 'text')}`;
    case 'search': {
      const like = leaf.ignoreCase ? `${UNICODE_COLLATION} ILIKE` : 'LIKE';
      return `(${field.text}) ${like} ${parameters.add(likeText(leaf.text, leaf.at), 'text')}`;
    }
    case 'length':
      return `jsonb_array_length(${field.list}) = ${parameters.add(leaf.length, 'int')}`;
  }
}

function compareSql(field: FieldSql, relation: Relation, value: Operand, parameters: SqlParameters): string {
  if (field.formattedTime !== undefined && typeof value === 'string') {
    return formattedTimeSql(field.formattedTime, relation, value, parameters);
  }
  const { sql, type } = typedExpression(field, value);
  // Compares by code point on every database (contract-data 2.2).
  const collation = type === 'text' && !isPartEnough(field, value) ? ' COLLATE "C"' : '';
  return `${sql}${collation} ${OPERATORS[relation]} ${parameters.add(bound(value), type)}`;
}

function inSql(field: FieldSql, values: readonly Operand[], parameters: SqlParameters): string {
  if (field.formattedTime !== undefined && values.length > 0) {
    return `(${values.map((value) => compareSql(field, 'eq', value, parameters)).join(' OR ')})`;
  }
  const byExpression = new Map<string, { type: string; bound: unknown[] }>();
  for (const value of values) {
    const { sql, type } = typedExpression(field, value);
    const group = byExpression.get(sql) ?? { type, bound: [] };
    group.bound.push(bound(value));
    byExpression.set(sql, group);
  }
  const parts = [...byExpression].map(
    ([sql, group]) => `${sql} = ANY(${parameters.add(group.bound, `${group.type}[]`)})`,
  );
  return parts.length === 0 ? 'false' : `(${parts.join(' OR ')})`;
}

/** Whether the part of a text that sorts it decides: the rest does not change the order if the operand is shorter. */
function isPartEnough(field: FieldSql, value: Operand): value is string {
  return field.isLongText === true && typeof value === 'string' && value.length < MAX_SORT_VALUE_CHARACTERS;
}

function typedExpression(field: FieldSql, value: Operand): { sql: string; type: string } {
  if (isPartEnough(field, value)) return { sql: sortedTextSql(field.text), type: 'text' };
  if (typeof value === 'string') return { sql: `(${field.text})`, type: 'text' };
  if (typeof value === 'number' || typeof value === 'bigint') {
    return { sql: `(${field.number})`, type: field.numberType };
  }
  if (typeof value === 'boolean') return { sql: `(${field.boolean})`, type: 'boolean' };
  return { sql: `(${field.time})`, type: 'timestamptz' };
}

function bound(value: Operand): unknown {
  if (typeof value === 'bigint') return value.toString();
  return value instanceof Date ? timestampText(value) : value;
}

/** Timestamps outside of the years 1 to 9999 are unbounded. */
function timestampText(timestamp: Date): string {
  const year = timestamp.getUTCFullYear();
  if (year < 1) return '-infinity';
  return year > 9999 ? 'infinity' : timestamp.toISOString();
}

/** Embedded options of PostgreSQL: one letter for each combination of multiline and dotAll. */
function patternText({ source, ignoreCase, multiline, dotAll, extended }: Pattern): string {
  const newlineMode = multiline ? (dotAll ? 'w' : 'n') : dotAll ? 's' : 'p';
  return `(?${newlineMode}${ignoreCase ? 'i' : ''}${extended ? 'x' : ''})${source}`;
}

const WILDCARDS = { anywhere: ['%', '%'], start: ['', '%'], end: ['%', ''], whole: ['', ''] } as const;

function likeText(text: string, at: keyof typeof WILDCARDS): string {
  const [before, after] = WILDCARDS[at];
  return before + text.replace(/[\\%_]/g, '\\$&') + after;
}
