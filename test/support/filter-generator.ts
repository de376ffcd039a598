import fc from '../fixtures/fast-check';
import type { Filter, MemberField, Operand } from '../../src/domain/query/mongo-expression';

/** Few enough for filters to match rows, odd enough to test order, case and type. */
const TEXTS = [
  ...['', 'a', 'B', 'é', 'É', '9', '34', '120', '-5', '0.25', '1e2', '+7', 'NaN', 'line\nend'],
  ...['%', '_', '\\', '🌍', '[]'],
];
export const text = fc.constantFrom(...TEXTS);

export interface FilterParts<Field> {
  readonly fields: fc.Arbitrary<Field>;
  readonly operandFor: (field: Field) => fc.Arbitrary<Operand>;
  /** Member names of list elements. */
  readonly names: readonly string[];
}

/** Random filters of every kind, nested, with lists inside lists. */
export function filtersOf<Field>({
  fields,
  operandFor,
  names,
}: FilterParts<Field>): fc.Arbitrary<Filter<Field>> {
  const member: fc.Arbitrary<MemberField> = fc
    .oneof(
      fc.constantFrom(...names).map((name) => [name]),
      fc.constant([]),
    )
    .map((path) => ({ source: 'member', path }));
  const memberLeaf = leafOf(member, () => fc.oneof(text, fc.constantFrom(9, 34, 0.25), fc.boolean()));
  const inside = treeOf(fc.oneof(memberLeaf, someOf(member, memberLeaf)));
  return treeOf(fc.oneof({ weight: 3, arbitrary: leafOf(fields, operandFor) }, someOf(fields, inside)));
}

function someOf<Field>(
  field: fc.Arbitrary<Field>,
  where: fc.Arbitrary<Filter<MemberField>>,
): fc.Arbitrary<Filter<Field>> {
  return fc.record({ kind: fc.constant('some' as const), field, where });
}

function leafOf<Field>(
  fields: fc.Arbitrary<Field>,
  operandFor: (field: Field) => fc.Arbitrary<Operand>,
): fc.Arbitrary<Filter<Field>> {
  return fields.chain((chosen) => {
    const field = fc.constant(chosen);
    const kind = <Kind extends string>(name: Kind) => fc.constant(name);
    return fc.oneof(
      fc.record({
        kind: kind('compare'),
        field,
        relation: fc.constantFrom('eq', 'gt', 'gte', 'lt', 'lte'),
        value: operandFor(chosen),
      }),
      fc.record({ kind: kind('in'), field, values: fc.array(operandFor(chosen), { maxLength: 4 }) }),
      fc.record({ kind: kind('exists'), field }),
      fc.record({
        kind: kind('matches'),
        field,
        pattern: fc.record({
          source: fc.constantFrom('^a', 'e.e', '^end$', 'é|9', '[0-9]{2,3}', '', 'b$'),
          ignoreCase: fc.boolean(),
          multiline: fc.boolean(),
          dotAll: fc.boolean(),
          extended: fc.constant(false),
        }),
      }),
      fc.record({
        kind: kind('search'),
        field,
        text,
        at: fc.constantFrom('anywhere', 'start', 'end', 'whole'),
        ignoreCase: fc.boolean(),
      }),
      fc.record({ kind: kind('length'), field, length: fc.nat(2) }),
    );
  });
}

function treeOf<Field>(leaf: fc.Arbitrary<Filter<Field>>): fc.Arbitrary<Filter<Field>> {
  return fc.letrec<{ tree: Filter<Field> }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'filter' },
      leaf,
      fc.record({
        kind: fc.constantFrom('and', 'or'),
        of: fc.array(tie('tree'), { maxLength: 3, depthIdentifier: 'filter' }),
      }),
      fc.record({ kind: fc.constant('not' as const), of: tie('tree') }),
    ),
  })).tree;
}
