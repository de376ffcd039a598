import type { MemberField } from '../../domain/query/filter';
import type { SqlParameters } from './sql-parameters';

/** How a field is read in SQL, as each type of value. An expression is null where the field has no such value. */
export interface FieldSql {
  readonly exists: string;
  readonly text: string;
  readonly number: string;
  /** The type that numbers are bound as, so that an index on `number` is found. */
  readonly numberType: 'bigint' | 'numeric';
  readonly boolean: string;
  readonly time: string;
  /** A jsonb array. */
  readonly list: string;
}

/** Turns a field of one table into SQL; names that callers wrote are bound. */
export type FieldReader<Field> = (field: Field, parameters: SqlParameters) => FieldSql;

/** A field that has no value of any type. */
export const unreadableSql: FieldSql = {
  exists: 'false',
  text: 'NULL::text',
  number: 'NULL::numeric',
  numberType: 'numeric',
  boolean: 'NULL::boolean',
  time: 'NULL::timestamptz',
  list: 'NULL::jsonb',
};

/** A text that reads as a number, within what `numeric` holds. */
const NUMBER = `'^[-+]?([0-9]{1,100}([.][0-9]{0,100})?|[.][0-9]{1,100})([eE][-+]?[0-9]{1,3})?$'`;

/** A column, or an expression, of one SQL type. */
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

/** An expression of type text; like that of jsonb below, it is made when something is asked of it. */
export function textSql(expression: () => string): FieldSql {
  let made: string | undefined;
  const sql = (): string => (made ??= expression());
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

/** A column that is an array of texts. */
export function textListSql(sql: string): FieldSql {
  return { ...unreadableSql, exists: `${sql} IS NOT NULL`, list: `to_jsonb(${sql})` };
}

/**
 * An expression of type jsonb, null where there is no such value. Texts that read as numbers are numbers too. The
 * expression is made when something is asked of it and not before, for a value that is bound must be named.
 */
export function jsonSql(expression: () => string): FieldSql {
  let made: string | undefined;
  const json = (): string => (made ??= expression());
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

/** Reads fields inside a jsonb expression. */
export function memberReader(json: string): FieldReader<MemberField> {
  return ({ path }, parameters) =>
    jsonSql(() => (path.length === 0 ? json : `${json} #> ${parameters.add(path, 'text[]')}`));
}
