import { describeProblem, FormProblemsError } from '../../src/domain/content/form-problem';
import { compileXForm, CompiledXForm } from '../../src/domain/xform/compile-xform';
import { readFormFacts } from '../../src/domain/xform/form-facts';
import { ENGINE_DEVIATIONS, ENGINE_GAPS } from './engine-gaps';
import { contentOf, FormFixture, readFixtures } from './form-fixture';
import { runInWebForms, EngineResult } from './run-in-web-forms';

const fixtures = readFixtures();
const accepted = fixtures.filter(({ refusals }) => refusals.length === 0);
const refused = fixtures.filter(({ refusals }) => refusals.length > 0);

function compile(fixture: FormFixture): CompiledXForm {
  return compileXForm(contentOf(fixture), fixture.options);
}

describe('sample forms that compile', () => {
  let results: Map<string, EngineResult>;
  beforeAll(() => {
    const cases = accepted.flatMap((fixture) => {
      try {
        return [{ ...fixture, xml: compile(fixture).xml }];
      } catch {
        return []; // reported by the test of the fixture
      }
    });
    results = runInWebForms(cases);
  }, 120_000);

  it.each(accepted.map((fixture) => [fixture.name, fixture] as const))('%s', (_, fixture) => {
    const compiled = compile(fixture);
    const facts = readFormFacts(compiled.xml);
    let gap: string | undefined;
    for (const line of fixture.expectations) {
      const [, word, rest] = /^(has|lacks|questions:|repeats:|warns:|gap:|file:) (.*)$/.exec(line) ?? [];
      if (word === 'has') expect(compiled.xml).toContain(rest);
      else if (word === 'lacks') expect(compiled.xml).not.toContain(rest);
      else if (word === 'questions:') expect(facts.questions.map(({ path }) => path).join(', ')).toBe(rest);
      else if (word === 'repeats:') expect(facts.repeatPaths.join(', ')).toBe(rest);
      else if (word === 'warns:') expect(compiled.warnings.join('\n')).toContain(rest);
      else if (word === 'file:') expect(compiled.externalFiles['itemsets.csv']).toContain(rest);
      else if (word === 'gap:') gap = rest;
      else throw new Error(`can't read the expectation "${line}"`);
    }
    if (!fixture.expectations.some((line) => line.includes('The expression'))) {
      expect(compiled.warnings.join('\n')).not.toContain('The expression');
    }
    const result = results.get(fixture.name);
    if (gap !== undefined) {
      expect(Object.keys(ENGINE_GAPS)).toContain(gap);
      expect(result).toMatchObject({ opened: false });
      return;
    }
    expect(result).toMatchObject({ opened: true, error: null });
    const answers = fixture.steps.map((step, index) => [step.line, result?.answers[index]]);
    expect(answers).toEqual(fixture.steps.map((step) => [step.line, step.expected]));
  });
});

describe('the tables of engine gaps and deviations', () => {
  it('name only gaps and deviations of sample forms', () => {
    const gaps = fixtures.flatMap(({ expectations }) =>
      expectations.filter((line) => line.startsWith('gap: ')),
    );
    expect(new Set(gaps.map((line) => line.slice(5)))).toEqual(new Set(Object.keys(ENGINE_GAPS)));
    const names = accepted.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(ENGINE_DEVIATIONS)));
  });

  it('leave no form without steps and expectations', () => {
    const silent = accepted.filter(({ steps, expectations }) => steps.length + expectations.length === 0);
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});

describe('sample forms that are refused', () => {
  it.each(refused.map((fixture) => [fixture.name, fixture] as const))('%s', (_, fixture) => {
    let problems: readonly string[] = [];
    try {
      compile(fixture);
    } catch (error) {
      if (!(error instanceof FormProblemsError)) throw error;
      problems = error.problems.map(describeProblem);
    }
    const shortened = problems.map((problem, index) => problem.slice(0, fixture.refusals[index]?.length));
    expect(shortened).toEqual(fixture.refusals);
  });
});
