import { cellText, descendants, FormNode, FormRoot } from '../form/form-tree';
import { cyclesOf, dependenciesOf } from './calculation-cycles';

/** Columns that ODK Collect orders by their dependencies before it opens a form. */
const COLUMNS = ['relevant', 'required', 'read_only', 'calculation'] as const;

interface Expression {
  readonly node: FormNode;
  readonly column: (typeof COLUMNS)[number];
  readonly needs: readonly FormNode[];
}

/** Cycle of conditions: where it begins, and the names of its nodes in the order of their dependencies. */
export interface ConditionCycle {
  readonly node: FormNode;
  readonly column: string;
  readonly names: readonly string[];
}

/**
 * Finds conditions that need an answer which they decide on, such as a question relevant by its own answer, or a group by
 * one inside it: ODK Collect refuses to open such a form. Cycles of calculations alone are left to `findCalculationCycles`.
 * @param find returns the node of a name; undefined when there is none or more than one
 */
export function findConditionCycles(
  root: FormRoot,
  find: (name: string) => FormNode | undefined,
): ConditionCycle[] {
  const readers = new Map<FormNode, Expression[]>();
  const expressions = [...descendants(root)].flatMap((node) => expressionsOf(node, find));
  for (const expression of expressions) {
    for (const node of expression.needs) {
      const known = readers.get(node);
      if (known === undefined) readers.set(node, [expression]);
      else known.push(expression);
    }
  }
  const dependants = new Map(
    expressions.map((expression) => [
      expression,
      affectedBy(expression).flatMap((node) => readers.get(node) ?? []),
    ]),
  );
  return cyclesOf(dependants)
    .filter((cycle) => cycle.some(({ column }) => column !== 'calculation'))
    .map((cycle) => describeCycle(cycle.reverse()));
}

function expressionsOf(node: FormNode, find: (name: string) => FormNode | undefined): Expression[] {
  return COLUMNS.flatMap((column) => {
    const source = cellText(node.cells, column);
    if (source === undefined || (column === 'calculation' && node.cells['trigger'] !== undefined)) return [];
    const needs = [...new Set(dependenciesOf(node, source, find))];
    return needs.length === 0 ? [] : [{ node, column, needs }];
  });
}

/** Nodes whose answer the expression decides on; relevance decides on everything inside. */
function affectedBy({ node, column }: Expression): FormNode[] {
  return column === 'relevant' && node.kind !== 'question' ? [node, ...descendants(node)] : [node];
}

function describeCycle(cycle: readonly Expression[]): ConditionCycle {
  const [first] = cycle;
  const names = cycle.flatMap(({ node, needs }, index) => {
    const next = cycle[(index + 1) % cycle.length]!;
    const isDirect = needs.includes(next.node);
    const inside = needs.find(({ path }) => path.startsWith(`${next.node.path}/`));
    return isDirect || inside === undefined ? [node.name] : [node.name, inside.name];
  });
  return { node: first!.node, column: first!.column, names: [...names, names[0]!] };
}
