import fc from '../../../test/fixtures/fast-check';
import { cpuTimeOf } from '../../../test/measure/cpu-time';
import { FormProblemsError } from '../content/form-problem';
import { descendants, FormContainer, FormNode, FormRoot } from './form/form-tree';
import { ProblemLog } from './form/problem-log';
import { readSettings } from './read/form-settings';
import { readSurvey } from './read/survey-reader';
import { readSurveyRows } from './read/survey-rows';
import { References } from './expression/references';

/** Parses an outline: `r{…}` is a repeat, `g(…)` a group, other words are questions. */
function treeOf(outline: string): FormRoot {
  const log = new ProblemLog();
  const rows = [...outline.matchAll(/(\w+)\(|(\w+)\{|(\))|(\})|(\w+)/g)].map(
    ([, group, repeat, endGroup, endRepeat, text]) => {
      if (group !== undefined) return { type: 'begin_group', name: group };
      if (repeat !== undefined) return { type: 'begin_repeat', name: repeat };
      if (endGroup !== undefined) return { type: 'end_group' };
      return endRepeat !== undefined ? { type: 'end_repeat' } : { type: 'text', name: text! };
    },
  );
  const settings = readSettings({}, {}, log);
  const { root } = readSurvey(readSurveyRows(rows, true, log), settings, 'siblings', log);
  log.throwIfRefused();
  return root;
}

function setUp(outline: string) {
  const root = treeOf(outline);
  const log = new ProblemLog();
  const references = new References(root, [], log);
  const node = (name: string): FormNode | FormRoot =>
    [...descendants(root)].find((each) => each.name === name) ?? root;
  return { root, log, references, node };
}

const at = { sheet: 'survey', row: 9, column: 'relevant' };
const HOUSES = 'top hh{name age g(deep) pet{animal inner{x}} toy{price}} other{thing}';

describe('References.expression', () => {
  const cases: [from: string, source: string, expected: string][] = [
    ['root', '${top}', ' /data/top '],
    ['age', '${name}', ' ../name '],
    ['age', '${age} * 2', ' ../age  * 2'],
    ['deep', '${name}', ' ../../name '],
    ['name', '${deep}', ' ../g/deep '],
    ['animal', '${name}', ' ../../name '],
    ['x', '${name}', ' ../../../name '],
    ['x', '${animal}', ' ../../animal '],
    ['price', '${animal}', ' ../../pet/animal '],
    ['name', 'sum(${price})', 'sum( ../toy/price )'],
    ['top', 'sum(${age})', 'sum( /data/hh/age )'],
    ['thing', '${age}', ' /data/hh/age '],
    ['age', 'count(${hh})', 'count( /data/hh )'],
    ['age', 'count(${pet})', 'count( ../pet )'],
    ['hh', '${top}', ' /data/top '],
    ['pet', '${age}', ' ../age '],
    ['pet', '${animal}', ' ../pet/animal '],
    ['age', "if(${name}='x', '${name}', 1)", "if( ../name ='x', ' ../name ', 1)"],
    [
      'age',
      'indexed-repeat(${name}, ${hh}, ${age})',
      'indexed-repeat( /data/hh/name ,  /data/hh ,  ../age )',
    ],
    [
      'animal',
      'indexed-repeat(${animal}, ${hh}, ${age}, ${pet}, position(..))',
      'indexed-repeat( /data/hh/pet/animal ,  /data/hh ,  ../../age ,  /data/hh/pet , position(..))',
    ],
    [
      'x',
      'indexed-repeat(${x}, ${hh}, ${age}, ${pet}, ${age}, ${inner}, ${age})',
      'indexed-repeat( /data/hh/pet/inner/x ,  /data/hh ,  ../../../age ,  /data/hh/pet ,  ../../../age ,  /data/hh/pet/inner ,  ../../../age )',
    ],
    ['age', "instance('l')/root/item[a = ${name}]/b", "instance('l')/root/item[a =  current()/../name ]/b"],
    [
      'age',
      "instance('l')/root/item[a = concat(${name}, (${age}))][1]/b + ${age}",
      "instance('l')/root/item[a = concat( current()/../name , ( current()/../age ))][1]/b +  ../age ",
    ],
    ['age', '../name[. = ${name}]', '../name[. =  ../name ]'],
    ['age', '${last-saved#name}', " instance('__last-saved')/data/hh/name "],
    ['age', 'no reference', 'no reference'],
  ];
  it.each(cases)('from %s: %s', (from, source, expected) => {
    const { references, node } = setUp(HOUSES);
    expect(references.expression(source, { from: node(from), at })).toBe(expected);
  });

  it('uses current() in a choice filter', () => {
    const { references, node } = setUp(HOUSES);
    const context = { from: node('age'), at, inFilter: true };
    expect(references.expression('a = ${name} and b = ${top}', context)).toBe(
      'a =  current()/../name  and b =  /data/top ',
    );
  });

  const broken: [string, RegExp][] = [
    ['${missing}', /no question, group or repeat named "missing"/],
    ['${NAME}', /Did you mean "name"/],
    ['${a b}', /reference is broken/],
    ["'${'", /reference is broken/],
    ['${}', /reference is broken/],
  ];
  it.each(broken)('refuses %s', (source, sentence) => {
    const { references, root, log } = setUp(HOUSES);
    references.expression(source, { from: root, at });
    expect(() => log.throwIfRefused()).toThrow(FormProblemsError);
    expect(() => log.throwIfRefused()).toThrow(sentence);
  });
});

describe('References.text', () => {
  const cases: [string, unknown][] = [
    ['plain', 'plain'],
    ['Hi ${name}!', ['Hi ', { value: ' ../name ' }, '!']],
    [
      "See instance('l')/root/item[n = ${name}]/label.",
      ['See ', { value: "instance('l')/root/item[n =  current()/../name ]/label" }, '.'],
    ],
    ["instance('l')", ["instance('l')"]],
    [
      "instance('l')/a and instance('m')/b",
      [{ value: "instance('l')/a" }, ' and ', { value: "instance('m')/b" }],
    ],
    ['instance(instance(', ['instance(instance(']],
  ];
  it.each(cases)('%s', (source, expected) => {
    const { references, node } = setUp(HOUSES);
    const content = references.text(source, { from: node('age'), at });
    const shown =
      typeof content === 'string' || typeof content === 'function'
        ? content
        : content.map((part) => (typeof part === 'string' ? part : part.attributes));
    expect(shown).toEqual(expected);
  });

  it('parses malicious texts in linear time', async () => {
    const { references, root } = setUp('a');
    const hostile = "instance('a')/[".repeat(20_000);
    const elapsedMs = await cpuTimeOf(() => references.text(hostile, { from: root, at }));
    expect(elapsedMs).toBeLessThan(2_000);
  });
});

describe('References.pathFrom', () => {
  const outline = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3 },
      fc.constant('q'),
      fc.array(tie('node'), { minLength: 1, maxLength: 4 }).map((nodes) => `r{${nodes.join(' ')}}`),
      fc.array(tie('node'), { minLength: 1, maxLength: 4 }).map((nodes) => `g(${nodes.join(' ')})`),
    ),
  })).node;

  function resolve(from: FormNode, path: string): string {
    if (path.startsWith('/')) return path;
    const steps = from.path.split('/');
    for (const step of path.split('/')) {
      if (step === '..') steps.pop();
      else steps.push(step);
    }
    return steps.join('/');
  }

  function repeatsAround(node: FormNode | FormContainer): FormNode[] {
    const repeats: FormNode[] = [];
    for (let repeat = node.repeat; repeat !== null; repeat = repeat.repeat) repeats.push(repeat);
    return repeats;
  }

  it('resolves from every node to every other, and is relative exactly when they share a repeat', () => {
    fc.assert(
      fc.property(fc.array(outline, { minLength: 1, maxLength: 4 }), (parts) => {
        let count = 0;
        const { root, references } = setUp(parts.join(' ').replace(/[qrg]/g, (kind) => `${kind}${count++}`));
        const nodes = [...descendants(root)];
        for (const from of nodes) {
          for (const to of nodes) {
            const path = references.pathFrom(from, to);
            expect(resolve(from, path)).toBe(to.path);
            const share = repeatsAround(from).some((repeat) => repeatsAround(to).includes(repeat));
            expect(path.startsWith('..')).toBe(share);
          }
        }
      }),
      { numRuns: 40 },
    );
  });
});
