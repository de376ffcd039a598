import fc from '../../../../test/fixtures/fast-check';
import { createRoot, FormQuestion, FormRepeat } from '../form/form-tree';
import { findQuestionType } from '../form/question-types';
import { findCalculationCycles } from './calculation-cycles';

function question(name: string, calculation: string, repeat: FormRepeat | null = null): FormQuestion {
  const type = findQuestionType('calculate')!;
  const path = `/data/${name}`;
  return {
    kind: 'question',
    type,
    name,
    path,
    depth: 2,
    parent: createRoot('data'),
    repeat,
    row: 2,
    cells: { calculation },
  };
}

function cyclesOf(...questions: FormQuestion[]): string[] {
  const find = (name: string) => questions.find((each) => each.name === name);
  return findCalculationCycles(questions, find).map((cycle) => cycle.map(({ name }) => name).join(' '));
}

describe('findCalculationCycles', () => {
  it('finds direct and indirect cycles', () => {
    expect(cyclesOf(question('a', '${a} + 1'))).toEqual(['a']);
    expect(cyclesOf(question('a', '${b}'), question('b', '${c}'), question('c', '1 + ${a}'))).toEqual([
      'a b c',
    ]);
  });

  it('allows a calculation to depend on another twice', () => {
    expect(cyclesOf(question('a', '${b} + ${c}'), question('b', '${c}'), question('c', '1'))).toEqual([]);
  });

  it('allows a question to read itself in other copies of its repeat', () => {
    const repeat = { kind: 'repeat', name: 'r' } as FormRepeat;
    expect(cyclesOf(question('a', 'indexed-repeat(${a}, ${r}, 1)', repeat))).toEqual([]);
    expect(cyclesOf(question('a', '../../r[position() = 1 and ${a} = 1]/x', repeat))).toEqual([]);
    expect(cyclesOf(question('a', '${a} + 1', repeat))).toEqual(['a']);
  });

  it('handles a chain of any length', () => {
    const chain = Array.from({ length: 50_000 }, (_, index) => question(`q${index}`, `\${q${index + 1}}`));
    const byName = new Map(chain.map((each) => [each.name, each]));
    expect(findCalculationCycles(chain, (name) => byName.get(name))).toEqual([]);
  });

  it('finds a cycle exactly where a brute-force search finds one', () => {
    const edges = fc.array(fc.tuple(fc.nat(5), fc.nat(5)), { maxLength: 12 });
    fc.assert(
      fc.property(edges, (pairs) => {
        const questions = Array.from({ length: 6 }, (_, from) => {
          const needed = pairs.filter(([each]) => each === from).map(([, to]) => `\${q${to}}`);
          return question(`q${from}`, needed.join(' + ') || '1');
        });
        const reach = (from: number, seen = new Set<number>()): Set<number> => {
          for (const [each, to] of pairs) {
            if (each === from && !seen.has(to)) reach(to, seen.add(to));
          }
          return seen;
        };
        const hasCycle = questions.some((_, index) => reach(index).has(index));
        expect(cyclesOf(...questions).length > 0).toBe(hasCycle);
      }),
    );
  });
});
