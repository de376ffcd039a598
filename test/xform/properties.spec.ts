import fc from '../fixtures/fast-check';
import { SaxesParser } from 'saxes';
import { Content } from '../../src/domain/content/content';
import { FormProblemsError } from '../../src/domain/content/form-problem';
import { versionFactsOf, type VersionFacts } from '../../src/domain/submission/version-reading';
import { compileXForm } from '../../src/domain/xform/compile-xform';
import { readFormFacts } from '../../src/domain/xform/form-facts';
import { QUESTION_TYPE_NAMES } from '../../src/domain/xform/form/question-types';
import { runInWebForms } from './run-in-web-forms';
import { GeneratedForm, generatedForm } from './generated-form';

/** Share of the runs in the short profile. Seeds are random, except for forms opened in the engine. */
const SHARE = process.env['TEST_PROFILE'] === 'long' ? 1 : 0.3;
const runs = (max: number): number => max * SHARE;

function attributesOf(xml: string): { element: string; attributes: Record<string, string> }[] {
  const found: { element: string; attributes: Record<string, string> }[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => found.push({ element: name, attributes }));
  parser.write(xml).close();
  return found;
}

function resolvePath(from: string, path: string): string {
  if (path.startsWith('/')) return path;
  const steps = from.split('/');
  for (const step of path.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.') steps.push(step);
  }
  return steps.join('/');
}

describe('generated forms', () => {
  it('compile to the questions and repeats they were generated from', () => {
    fc.assert(
      fc.property(generatedForm, ({ content, questions, repeats }) => {
        const facts = readFormFacts(compileXForm(content, { formId: 'f' }).xml);
        expect(facts.questions.map(({ path }) => path)).toEqual(questions);
        expect(facts.repeatPaths).toEqual(repeats);
        expect(facts.formId).toBe('f');
      }),
      { numRuns: runs(200) },
    );
  });

  it('have the same structure by their content as by their XForm', () => {
    fc.assert(
      fc.property(generatedForm, ({ content }) => {
        const compiled = readFormFacts(compileXForm(content, { formId: 'f' }).xml);
        const derived = versionFactsOf(content);
        const pathsOf = (list: VersionFacts['fileQuestions']) => new Set(list.map(({ path }) => path));
        expect(derived.repeatPaths).toEqual(compiled.repeatPaths);
        expect(new Set(derived.geopointPaths)).toEqual(new Set(compiled.geopointPaths));
        expect(pathsOf(derived.fileQuestions)).toEqual(pathsOf(compiled.fileQuestions));
      }),
      { numRuns: runs(200) },
    );
  });

  it('refer only to existing nodes', () => {
    fc.assert(
      fc.property(generatedForm, ({ content, questions }) => {
        const { xml } = compileXForm(content);
        expect(xml).not.toContain('${');
        const paths = new Set(questions.map((path) => `/data/${path}`));
        for (const { element, attributes } of attributesOf(xml)) {
          if (element !== 'bind') continue;
          const from = attributes['nodeset']!;
          for (const expression of [
            attributes['relevant'],
            attributes['calculate'],
            attributes['constraint'],
          ]) {
            for (const [, path] of expression?.matchAll(/[ (]((?:\.\.\/|\/data\/)[\w/.]+) ?/g) ?? []) {
              expect(paths).toContain(resolvePath(from, path!));
            }
          }
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it('open in the engine', () => {
    const forms = fc.sample(generatedForm, { numRuns: runs(40), seed: 20240131 });
    const results = runInWebForms(
      forms.map((form, index) => ({ name: String(index), xml: compileXForm(form.content).xml })),
    );
    const refused = [...results.values()].filter(({ opened }) => !opened);
    expect(refused).toEqual([]);
    expect(results.size).toBe(runs(40));
  }, 120_000);
});

describe('random references', () => {
  const withReference = fc.tuple(
    generatedForm,
    fc.constantFrom(
      'relevant',
      'constraint',
      'calculation',
      'label',
      'hint',
      'required',
      'appearance',
      'default',
    ),
    fc.oneof(fc.constantFrom('n0', 'n1', 'N0', 'missing', 'last-saved#n0', ''), fc.string({ maxLength: 5 })),
  );

  function withReferenceRow(form: GeneratedForm, column: string, name: string): Content {
    const cell = `x \${${name}} y`;
    const isText = column === 'label' || column === 'hint';
    const row = { type: 'text', name: 'extra', label: ['Extra'], [column]: isText ? [cell] : cell };
    return { ...form.content, survey: [...form.content.survey, row] };
  }

  it('resolve, or are refused at their row and column', () => {
    fc.assert(
      fc.property(withReference, ([form, column, name]) => {
        const content = withReferenceRow(form, column, name);
        const row = content.survey.length + 1;
        try {
          expect(compileXForm(content).xml).not.toContain(`\${${name}}`);
        } catch (error) {
          expect(error).toBeInstanceOf(FormProblemsError);
          const [problem] = (error as FormProblemsError).problems;
          expect(problem).toMatchObject({ sheet: 'survey', row, column });
        }
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('random content', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.constantFrom(
      'yes',
      'no',
      '${a}',
      '${',
      'start=1',
      'l',
      'a',
      'search(1)',
      'table-list',
      '1 + 1',
      'f.csv',
      'w1',
    ),
    fc.boolean(),
    fc.array(fc.option(fc.string()), { maxLength: 3 }),
  );
  const columns = [
    ...[
      'name',
      'label',
      'hint',
      'relevant',
      'constraint',
      'calculation',
      'required',
      'default',
      'trigger',
      'appearance',
    ],
    ...[
      'choice_filter',
      'repeat_count',
      'parameters',
      'select_from_list_name',
      'file',
      '_or_other',
      'save_to',
    ],
    ...[
      'media::image',
      'media::big-image',
      'guidance_hint',
      'bind::x',
      'body::y:z',
      'instance::q',
      'kobo--matrix_list',
    ],
  ];
  const types = [
    ...QUESTION_TYPE_NAMES,
    ...['begin_group', 'end_group', 'begin_repeat', 'end_repeat', 'begin_score', 'score__row', 'end_score'],
    ...['begin_rank', 'rank__level', 'end_rank', 'begin_kobomatrix', 'end_kobomatrix', 'nonsense', ''],
  ];
  const row = fc
    .tuple(fc.constantFrom(...types), fc.dictionary(fc.constantFrom(...columns), cell, { maxKeys: 6 }))
    .map(([type, cells]) => ({ ...cells, type }));
  const content = fc.record({
    schema: fc.constant('1' as const),
    translations: fc.constantFrom([null], ['en', 'fr'], []),
    translated: fc.constant(['label', 'hint']),
    survey: fc.array(row, { maxLength: 8 }),
    choices: fc.array(fc.dictionary(fc.constantFrom('list_name', 'name', 'label', 'x y', 'further'), cell), {
      maxLength: 4,
    }),
    settings: fc.dictionary(
      fc.constantFrom(
        'name',
        'version',
        'public_key',
        'omit_instanceID',
        'namespaces',
        'attribute::a',
        'default_language',
      ),
      cell,
    ),
  });

  it('compiles to well-formed XML, or is refused with problems', () => {
    fc.assert(
      fc.property(
        content,
        fc.constantFrom('warn' as const, 'siblings' as const, 'rename' as const),
        (generated, duplicates) => {
          try {
            readFormFacts(compileXForm(generated as unknown as Content, { duplicates }).xml);
          } catch (error) {
            expect(error).toBeInstanceOf(FormProblemsError);
            expect((error as FormProblemsError).problems.length).toBeGreaterThan(0);
          }
        },
      ),
      { numRuns: runs(1000) },
    );
  });
});
