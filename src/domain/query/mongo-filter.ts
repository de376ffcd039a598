import { InvalidError } from '../errors';
import { isJsonObject, type JsonObject } from '../text/json-members';
import {
  allOf,
  anyOf,
  EVERYTHING,
  type Filter,
  type MemberField,
  not,
  NOTHING,
  type Relation,
  type ExpressionContext,
  readMongoExpression,
} from './mongo-expression';
import { repeatField, type SubmissionField, submissionField } from './submission-field';
import { type IsNumeric, readOperand, QUERY_LIMITS, patternFilter } from './operand';

type AnyField = SubmissionField | MemberField;

export interface MongoDialect {
  readonly isNumeric: IsNumeric;
  /** KoboToolbox matches nothing. Row filters refuse, since a negation of nothing would grant everything. */
  readonly unknownOperator: 'match-nothing' | 'refuse';
}

const RELATIONS: Readonly<Record<string, Relation>> = { $gt: 'gt', $gte: 'gte', $lt: 'lt', $lte: 'lte' };

/** Parses a MongoDB filter document, limited to contract-data 2.2. @throws InvalidError with the reason */
export function readMongoFilter(document: JsonObject, dialect: MongoDialect): Filter<SubmissionField> {
  return new MongoReader(submissionField, dialect, { conditions: 0 }, 0).document(document);
}

class MongoReader<Field extends AnyField> {
  constructor(
    private readonly fieldOf: (key: string) => Field,
    private readonly dialect: MongoDialect,
    private readonly used: { conditions: number },
    private depth: number,
  ) {}

  document(document: JsonObject): Filter<Field> {
    this.countCondition();
    return this.nested(() => allOf(Object.entries(document).map(([key, value]) => this.entry(key, value))));
  }

  private entry(key: string, value: unknown): Filter<Field> {
    switch (key) {
      case '$and':
        return allOf(this.documents(key, value));
      case '$or':
        return anyOf(this.documents(key, value));
      case '$expr':
        return readMongoExpression(value, this.expressionContext());
      default:
        return key.startsWith('$') ? this.unknown(key) : this.condition(this.fieldOf(key), value);
    }
  }

  private expressionContext(): ExpressionContext<Field> {
    return {
      fieldOf: this.fieldOf,
      compare: (field, operator, value) => this.condition(field, { [operator]: value }),
      nested: (read) => this.nested(read),
      unsupported,
    };
  }

  private documents(operator: string, value: unknown): Filter<Field>[] {
    if (!Array.isArray(value) || value.length === 0 || !value.every(isJsonObject)) {
      throw unsupported(`${operator} needs a list of at least one object.`);
    }
    return value.map((each) => this.document(each));
  }

  private condition(field: Field, value: unknown): Filter<Field> {
    this.countCondition();
    if (!isJsonObject(value)) return this.equals(field, value);
    const operators = Object.keys(value).filter((key) => key.startsWith('$'));
    // Fields are never objects. Extended JSON is validated, though it matches nothing.
    if (operators.length === 0 || operators.some((key) => key === '$date' || key === '$oid')) {
      return this.equals(field, value);
    }
    if (operators.length < Object.keys(value).length) {
      throw unsupported('operators and field names are mixed in one object. Separate them.');
    }
    if (operators.length === 1 && !isOperator(operators[0]!)) return this.unknown(operators[0]!);
    return this.nested(() => allOf(operators.map((operator) => this.operation(field, operator, value))));
  }

  private operation(field: Field, operator: string, operations: JsonObject): Filter<Field> {
    const operand = operations[operator];
    switch (operator) {
      case '$eq':
        return this.equals(field, operand);
      case '$ne':
        return not(this.equals(field, operand));
      case '$gt':
      case '$gte':
      case '$lt':
      case '$lte':
        return this.compares(field, operator, operand);
      case '$in':
        return this.isIn(field, this.list(operator, operand));
      case '$nin':
        return not(this.isIn(field, this.list(operator, operand)));
      case '$all':
        return this.hasAll(field, this.list(operator, operand));
      case '$exists':
        return this.exists(field, operand);
      case '$regex':
        return this.matches(field, operand, operations['$options'] ?? '');
      case '$options':
        if (operations['$regex'] === undefined) throw unsupported('$options needs a $regex.');
        return EVERYTHING;
      case '$not':
        if (!isJsonObject(operand) || !Object.keys(operand).some(isOperator)) {
          throw unsupported('$not needs an object of operators.');
        }
        return not(this.condition(field, operand));
      case '$elemMatch':
        return this.hasElement(field, operand);
      default:
        throw unsupported(`${operator} is not an operator.`);
    }
  }

  private equals(field: Field, value: unknown): Filter<Field> {
    if (isEmpty(value)) return this.equalsEmpty(field, value);
    const operand = this.operand(field, value);
    if (operand === null) return not({ kind: 'exists', field });
    return operand === undefined ? NOTHING : { kind: 'compare', field, relation: 'eq', value: operand };
  }

  /** `[]` equals `_attachments` without files, `{}` equals an unset `_validation_status`. */
  private equalsEmpty(field: Field, value: object): Filter<Field> {
    if (Array.isArray(value)) return { kind: 'length', field, length: 0 };
    if (field.source !== 'system' || field.path.join() !== '_validation_status') return NOTHING;
    return not({ kind: 'exists', field: this.fieldOf('_validation_status.uid') });
  }

  private compares(field: Field, operator: string, value: unknown): Filter<Field> {
    const relation = RELATIONS[operator]!;
    const operand = this.operand(field, value);
    if (operand === null) return relation.endsWith('e') ? not({ kind: 'exists', field }) : NOTHING;
    return operand === undefined ? NOTHING : { kind: 'compare', field, relation, value: operand };
  }

  private isIn(field: Field, values: readonly unknown[]): Filter<Field> {
    const operands = values.map((value) => this.operand(field, value));
    const among: Filter<Field> = {
      kind: 'in',
      field,
      values: operands.filter((each) => each !== undefined && each !== null),
    };
    return operands.includes(null) ? anyOf([among, not({ kind: 'exists', field })]) : among;
  }

  private hasAll(field: Field, values: readonly unknown[]): Filter<Field> {
    return values.length === 0 ? NOTHING : allOf(values.map((value) => this.equals(field, value)));
  }

  private exists(field: Field, operand: unknown): Filter<Field> {
    // Columns always exist, even if null.
    const exists: Filter<Field> = field.source === 'column' ? EVERYTHING : { kind: 'exists', field };
    // Any truthy value counts: clients send "true" as text.
    return operand ? exists : not(exists);
  }

  private matches(field: Field, expression: unknown, options: unknown): Filter<Field> {
    if (typeof expression !== 'string' || typeof options !== 'string') {
      throw unsupported('$regex and $options need text.');
    }
    return patternFilter(field, expression, options);
  }

  /** Elements of a repeat are objects, so that conditions on scalar elements match none. */
  private hasElement(field: Field, where: unknown): Filter<Field> {
    if (!isJsonObject(where)) throw unsupported('$elemMatch needs an object.');
    const reader = new MongoReader(repeatField, this.dialect, this.used, this.depth);
    return { kind: 'some', field, where: reader.document(where) };
  }

  private list(operator: string, value: unknown): readonly unknown[] {
    if (!Array.isArray(value)) throw unsupported(`${operator} needs an array`);
    if (value.length > QUERY_LIMITS.listValues) {
      throw unsupported(`${operator} takes at most ${QUERY_LIMITS.listValues} values.`);
    }
    return value;
  }

  private operand(field: Field, value: unknown) {
    return readOperand(field, value, this.dialect.isNumeric);
  }

  private unknown(operator: string): Filter<Field> {
    if (this.dialect.unknownOperator === 'refuse') throw unsupported(`${operator} is not an operator.`);
    return NOTHING;
  }

  private nested<Result>(read: () => Result): Result {
    this.depth += 1;
    if (this.depth > QUERY_LIMITS.depth) {
      throw unsupported(`it is nested more than ${QUERY_LIMITS.depth} levels deep. Flatten it.`);
    }
    const result = read();
    this.depth -= 1;
    return result;
  }

  private countCondition(): void {
    this.used.conditions += 1;
    if (this.used.conditions > QUERY_LIMITS.conditions) {
      throw unsupported(`it has more than ${QUERY_LIMITS.conditions} conditions. Use fewer conditions.`);
    }
  }
}

const OPERATORS: ReadonlySet<string> = new Set([
  ...Object.keys(RELATIONS),
  ...['$eq', '$ne', '$in', '$nin', '$all', '$exists', '$regex', '$options', '$not', '$elemMatch'],
]);

function isOperator(key: string): boolean {
  return OPERATORS.has(key);
}

function isEmpty(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function unsupported(reason: string): InvalidError {
  return new InvalidError(`Unsupported query: ${reason}`);
}
