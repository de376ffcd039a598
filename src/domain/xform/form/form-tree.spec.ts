import { asCondition, cellText, cleanCells, cleanText, ProblemLog } from './form-tree';
import { parseYesNo } from '../../content/standard/standard-rows';
import { thrownBy } from '../../../../test/fixtures/rejection';
import { FormProblemsError } from '../../content/form-problem';

describe('cleanText', () => {
  it.each([
    ['  a  b ', true, 'a b'],
    ['a\n\n  b', true, 'a\n\n b'],
    [' a  b ', false, 'a  b'],
    ['‘a’ “b”', false, `'a' "b"`],
  ])('%j, collapse %s → %j', (text, collapse, expected) => {
    expect(cleanText(text, collapse)).toBe(expected);
  });
});

describe('cleanCells', () => {
  it('drops empty cells, keeps booleans and converts numbers to text', () => {
    const row = { a: ' x ', b: '', c: null, d: false, e: 5, f: [' l ', '', null], g: '  ' };
    expect(cleanCells(row, true)).toEqual({ a: 'x', d: false, e: '5', f: ['l', null, null] });
  });

  it('handles columns named like properties of Object.prototype', () => {
    const row = JSON.parse('{"__proto__": {"a": "x"}, "constructor": "y"}') as Record<string, unknown>;
    const cells = cleanCells(row, true);
    expect(cellText(cells, 'a')).toBeUndefined();
    expect(cellText(cells, 'constructor')).toBe('y');
    expect(cellText(cleanCells({}, true), 'constructor')).toBeUndefined();
  });
});

describe('parseYesNo and asCondition', () => {
  it.each([
    ['yes', true, 'true()'],
    ['TRUE', true, 'true()'],
    ['true()', true, 'true()'],
    ['No', false, 'false()'],
    ['false', false, 'false()'],
    ['${a} = 1', undefined, '${a} = 1'],
  ])('%s', (text, word, condition) => {
    expect(parseYesNo(text)).toBe(word);
    expect(asCondition(text)).toBe(condition);
  });
});

function problemsOf(log: ProblemLog): FormProblemsError['problems'] {
  const error = thrownBy(() => log.throwIfRefused());
  expect(error).toBeInstanceOf(FormProblemsError);
  return (error as FormProblemsError).problems;
}

describe('ProblemLog', () => {
  it('does not throw for warnings', () => {
    const log = new ProblemLog();
    log.warn({ sheet: 'survey', row: 2, column: 'label' }, 'Mind this.');
    expect(() => log.throwIfRefused()).not.toThrow();
    expect(log.warnings).toEqual(['survey, row 2, column label: Mind this.']);
  });

  it('reports each problem once, sorted by sheet and row', () => {
    const log = new ProblemLog();
    log.refuse({ sheet: 'settings', row: 2 }, 'c');
    log.refuse({ sheet: 'survey', row: 9 }, 'b');
    log.refuse({ sheet: 'survey', row: 3 }, 'a');
    log.refuse({ sheet: 'survey', row: 9 }, 'b');
    expect(problemsOf(log).map(({ message }) => message)).toEqual(['a', 'b', 'c']);
  });

  it('counts the problems beyond the limit', () => {
    const log = new ProblemLog();
    for (let row = 2; row < 1502; row++) log.refuse({ sheet: 'survey', row }, 'x');
    const problems = problemsOf(log);
    expect(problems).toHaveLength(1001);
    expect(problems.at(-1)?.message).toBe('There are 500 further problems. Correct these first.');
  });
});
