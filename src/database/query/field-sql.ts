import type { MemberField } from '../../domain/query/filter';
import type { SqlParameters } from './sql-parameters';

/** SQL expressions of a field, one per value type; null where it has no value of that type. */
export interface FieldSql {
  readonly exists: string;
  readonly text: string;
  readonly number: string;
  /** Type that operands are bound as, to match indexes on `number`. */
  readonly numberType: 'bigint' | 'numeric';
  readonly boolean: string;
  readonly time: string;
  readonly list: string;
}

/** Translates a field of a table to SQL; names from clients are bound as parameters. */
export type FieldReader<Field> = (field: Field, parameters: SqlParameters) => FieldSql;

export const unreadableSql: FieldSql = {
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
  switch (type) {
    case 'text':
      return { ...unreadableSql, exists, text: sql };
    case 'bigint':
      return { ...unreadableSql, exists, number: sql, numberType: 'bigint' };
    case 'boolean':
      return { ...unreadableSql, exists, boolean: sql };
    case 'time':
      return { ...unreadableSql, exists, time: sql };
  }
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
export function memberReader(json: string): FieldReader<MemberField> {
  return ({ path }, parameters) =>
    jsonSql(() => (path.length === 0 ? json : `${json} #> ${parameters.add(path, 'text[]')}`));
}
