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
    dependencies.set(question, dependenciesOf(question, source, find));
  }
  return cyclesOf(dependencies);
}

function dependenciesOf(
  question: FormQuestion,
  source: string,
  find: (name: string) => FormNode | undefined,
): FormQuestion[] {
  if (!source.includes('${')) return [];
  const dependencies: FormQuestion[] = [];
  /** For each open parenthesis or bracket: whether references inside are dependencies. */
  const open: boolean[] = [];
  for (const token of tokenize(source)) {
    const { kind, text } = token;
    const counts = open.at(-1) ?? true;
    if (kind === 'function')
      open.push(counts && !(question.repeat !== null && CROSS_COPY_FUNCTION.test(functionName(token))));
    else if (kind === '(') open.push(counts);
    else if (kind === '[') open.push(false);
    else if (kind === ')' || kind === ']') open.pop();
    else if (kind === 'reference' && counts) {
      const reference = readReference(text)!;
      const target = reference.lastSaved ? undefined : find(reference.name);
      if (target?.kind === 'question') dependencies.push(target);
    }
  }
  return dependencies;
}

/** Depth-first search with an explicit stack: a chain of calculations may be longer than the call stack. */
function cyclesOf(dependencies: ReadonlyMap<FormQuestion, readonly FormQuestion[]>): FormQuestion[][] {
  const cycles: FormQuestion[][] = [];
  const done = new Set<FormQuestion>();
  for (const start of dependencies.keys()) {
    const path: { question: FormQuestion; next: number }[] = [{ question: start, next: 0 }];
    const onPath = new Map<FormQuestion, number>([[start, 0]]);
    while (path.length > 0) {
      const top = path.at(-1)!;
      const dependency = done.has(top.question) ? undefined : dependencies.get(top.question)?.[top.next++];
      if (dependency === undefined) {
        done.add(top.question);
        onPath.delete(top.question);
        path.pop();
        continue;
      }
      const from = onPath.get(dependency);
      if (from !== undefined) cycles.push(path.slice(from).map(({ question }) => question));
      else if (!done.has(dependency)) {
        onPath.set(dependency, path.length);
        path.push({ question: dependency, next: 0 });
      }
    }
  }
  return cycles;
}
