import { cellText, FormNode, FormQuestion } from '../form/form-tree';
import { functionName, readReference, tokenize } from './expression-tokens';

/** Functions that may read the question's answer in other copies of its repeat. */
const CROSS_COPY_FUNCTION = /^(indexed-repeat|sum|count|min|max|join|concat)$/;

/**
 * Finds circular calculations, such as `a` from `b` and `b` from `a`, which no client can compute. References inside
 * predicates, and inside functions over other copies of a repeat, are not dependencies.
 * @param find returns the node of a name; undefined when there is none or more than one
 * @returns each cycle once, its questions in the order of their dependencies
 */
export function findCalculationCycles(
  questions: readonly FormQuestion[],
  find: (name: string) => FormNode | undefined,
): FormQuestion[][] {
  const dependencies = new Map<FormQuestion, FormQuestion[]>();
  for (const question of questions) {
    const source = cellText(question.cells, 'calculation');
    if (source === undefined || question.cells['trigger'] !== undefined) continue;
    const needed = dependenciesOf(question, source, find);
    dependencies.set(
      question,
      needed.filter((node): node is FormQuestion => node.kind === 'question'),
    );
  }
  return cyclesOf(dependencies);
}

/** Nodes that an expression of `node` reads in its own copies of repeats, without those in predicates. */
export function dependenciesOf(
  node: FormNode,
  source: string,
  find: (name: string) => FormNode | undefined,
): FormNode[] {
  if (!source.includes('${')) return [];
  const dependencies: FormNode[] = [];
  /** For each open parenthesis or bracket: whether references inside are dependencies. */
  const open: boolean[] = [];
  for (const token of tokenize(source)) {
    const { kind, text } = token;
    const counts = open.at(-1) ?? true;
    if (kind === 'function')
      open.push(counts && !(node.repeat !== null && CROSS_COPY_FUNCTION.test(functionName(token))));
    else if (kind === '(') open.push(counts);
    else if (kind === '[') open.push(false);
    else if (kind === ')' || kind === ']') open.pop();
    else if (kind === 'reference' && counts) {
      const reference = readReference(text)!;
      const target = reference.lastSaved ? undefined : find(reference.name);
      if (target !== undefined) dependencies.push(target);
    }
  }
  return dependencies;
}

/** Depth-first search with an explicit stack: a chain of calculations may be longer than the call stack. */
export function cyclesOf<T>(dependencies: ReadonlyMap<T, readonly T[]>): T[][] {
  const cycles: T[][] = [];
  const done = new Set<T>();
  for (const start of dependencies.keys()) {
    const path: { vertex: T; next: number }[] = [{ vertex: start, next: 0 }];
    const onPath = new Map<T, number>([[start, 0]]);
    while (path.length > 0) {
      const top = path.at(-1)!;
      const dependency = done.has(top.vertex) ? undefined : dependencies.get(top.vertex)?.[top.next++];
      if (dependency === undefined) {
        done.add(top.vertex);
        onPath.delete(top.vertex);
        path.pop();
        continue;
      }
      const from = onPath.get(dependency);
      if (from !== undefined) cycles.push(path.slice(from).map(({ vertex }) => vertex));
      else if (!done.has(dependency)) {
        onPath.set(dependency, path.length);
        path.push({ vertex: dependency, next: 0 });
      }
    }
  }
  return cycles;
}
