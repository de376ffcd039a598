import type {
  Filter,
  MemberField,
  Operand,
  Pattern,
  Relation,
} from '../../src/domain/query/mongo-expression';

/** Value of a field; undefined if absent. Strings in JSON compare as numbers too. */
export interface FieldValue {
  readonly value: unknown;
  readonly isJson: boolean;
}

/** Reference implementation of filters on one row, compared with the database. */
export function evaluate<Field>(filter: Filter<Field>, read: (field: Field) => FieldValue): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.of.every((each) => evaluate(each, read));
    case 'or':
      return filter.of.some((each) => evaluate(each, read));
    case 'not':
      return !evaluate(filter.of, read);
    case 'compare':
      return compares(read(filter.field), filter.relation, filter.value);
    case 'in':
      return filter.values.some((value) => compares(read(filter.field), 'eq', value));
    case 'exists': {
      const { value } = read(filter.field);
      return value !== undefined && value !== null;
    }
    case 'matches': {
      const { value } = read(filter.field);
      return typeof value === 'string' && asRegExp(filter.pattern).test(value);
    }
    case 'search': {
      const { value } = read(filter.field);
      if (typeof value !== 'string') return false;
      const fold = (text: string): string => (filter.ignoreCase ? text.toLowerCase() : text);
      return finds(fold(value), fold(filter.text), filter.at);
    }
    case 'some': {
      const { value } = read(filter.field);
      return (
        Array.isArray(value) && value.some((element) => evaluate(filter.where, memberOf(element as unknown)))
      );
    }
    case 'length': {
      const { value } = read(filter.field);
      return Array.isArray(value) && value.length === filter.length;
    }
  }
}

function memberOf(element: unknown) {
  return ({ path }: MemberField): FieldValue => {
    let value = element;
    for (const name of path) {
      value =
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
    }
    return { value, isJson: true };
  };
}

function compares({ value, isJson }: FieldValue, relation: Relation, operand: Operand): boolean {
  if (typeof operand === 'string') {
    return (
      typeof value === 'string' && holds(relation, Buffer.compare(Buffer.from(value), Buffer.from(operand)))
    );
  }
  if (typeof operand === 'number') {
    const isNumber =
      isJson && typeof value === 'string' && /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(value);
    const number = isNumber ? Number(value) : value;
    return typeof number === 'number' && holds(relation, number - operand);
  }
  if (typeof operand === 'bigint') {
    return typeof value === 'bigint' && holds(relation, Number(value > operand) - Number(value < operand));
  }
  if (typeof operand === 'boolean') {
    return typeof value === 'boolean' && holds(relation, Number(value) - Number(operand));
  }
  return value instanceof Date && holds(relation, value.getTime() - operand.getTime());
}

function holds(relation: Relation, difference: number): boolean {
  switch (relation) {
    case 'eq':
      return difference === 0;
    case 'gt':
      return difference > 0;
    case 'gte':
      return difference >= 0;
    case 'lt':
      return difference < 0;
    case 'lte':
      return difference <= 0;
  }
}

function asRegExp({ source, ignoreCase, multiline, dotAll }: Pattern): RegExp {
  return new RegExp(source, `u${ignoreCase ? 'i' : ''}${multiline ? 'm' : ''}${dotAll ? 's' : ''}`);
}

function finds(text: string, part: string, at: 'anywhere' | 'start' | 'end' | 'whole'): boolean {
  switch (at) {
    case 'anywhere':
      return text.includes(part);
    case 'start':
      return text.startsWith(part);
    case 'end':
      return text.endsWith(part);
    case 'whole':
      return text === part;
  }
}
