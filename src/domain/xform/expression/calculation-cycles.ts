import { cellText } from '../form/cells';
import { FormNode, FormQuestion } from '../form/form-tree';
import { readReference, tokenize } from './expression-tokens';

/** Functions whose arguments may be the question's own answer in another copy of its repeat. */
const OTHER_COPIES = /^(indexed-repeat|sum|count|min|max|join|concat)\($/;

/**
 * Calculations that need their own result: `a` from `b` and `b` from `a`. No client can compute them.
 * What stands inside predicates, and inside functions that gather from other copies of a repeat, is no such need.
 * @param find the node of a name, undefined when there is none or more than one
 * @returns each cycle once, its questions in the order in which they need each other
 */
export function findCalculationCycles(
  questions: readonly FormQuestion[],
  find: (name: string) => FormNode | undefined,
): FormQuestion[][] {
  const needs = new Map<FormQuestion, FormQuestion[]>();
  for (const question of questions) {
    const source = cellText(question.cells, 'calculation');
    if (source === undefined || question.cells['trigger'] !== undefined) continue;
    needs.set(question, neededBy(question, source, find));
  }
  return cyclesOf(needs);
}

function neededBy(
  question: FormQuestion,
  source: string,
  find: (name: string) => FormNode | undefined,
): FormQuestion[] {
  if (!source.includes('${')) return [];
  const needed: FormQuestion[] = [];
  /** For each open parenthesis or bracket, whether what stands inside counts. */
  const open: boolean[] = [];
  for (const { kind, text } of tokenize(source)) {
    const counts = open.at(-1) ?? true;
    if (kind === 'function') open.push(counts && !(question.repeat !== null && OTHER_COPIES.test(text)));
    else if (kind === '(') open.push(counts);
    else if (kind === '[') open.push(false);
    else if (kind === ')' || kind === ']') open.pop();
    else if (kind === 'reference' && counts) {
      const reference = readReference(text)!;
      const target = reference.lastSaved ? undefined : find(reference.name);
      if (target?.kind === 'question') needed.push(target);
    }
  }
  return needed;
}

/** Depth first, with the way kept by hand: a chain of calculations may be longer than the call stack. */
function cyclesOf(needs: ReadonlyMap<FormQuestion, readonly FormQuestion[]>): FormQuestion[][] {
  const cycles: FormQuestion[][] = [];
  const done = new Set<FormQuestion>();
  for (const start of needs.keys()) {
    const way: { question: FormQuestion; next: number }[] = [{ question: start, next: 0 }];
    const onWay = new Map<FormQuestion, number>([[start, 0]]);
    while (way.length > 0) {
      const top = way.at(-1)!;
      const needed = done.has(top.question) ? undefined : needs.get(top.question)?.[top.next++];
      if (needed === undefined) {
        done.add(top.question);
        onWay.delete(top.question);
        way.pop();
        continue;
      }
      const from = onWay.get(needed);
      if (from !== undefined) cycles.push(way.slice(from).map(({ question }) => question));
      else if (!done.has(needed)) {
        onWay.set(needed, way.length);
        way.push({ question: needed, next: 0 });
      }
    }
  }
  return cycles;
}
