import fc from '../fixtures/fast-check';
import { compileXForm } from '../../src/domain/xform/compile-xform';
import { runInWebForms, type EngineResult } from './run-in-web-forms';
import { contentOfSheets, readStep } from './form-fixture';
import { BLOCK_KINDS } from './kinds/block-kinds';
import { REPEAT_KINDS } from './kinds/repeat-kinds';
import { ROW_KINDS } from './kinds/row-kinds';
import { SELECT_KINDS } from './kinds/select-kinds';

const RUNS = process.env['TEST_PROFILE'] === 'long' ? 300 : 12;
const SEED = 20260301;

const cases = [...REPEAT_KINDS, ...SELECT_KINDS, ...ROW_KINDS, ...BLOCK_KINDS].flatMap((kind) =>
  fc.sample(kind.forms, { numRuns: RUNS, seed: SEED }).map(({ fill, files = {}, ...sheets }, index) => {
    const name = `${kind.name} ${index}`;
    const content = contentOfSheets({ settings: {}, ...sheets });
    const steps = fill.map((line) => readStep(name, line));
    return { kind: kind.name, name, content, xml: compileXForm(content).xml, files, steps };
  }),
);

describe('generated forms of each kind in which converters differ', () => {
  let results: Map<string, EngineResult>;
  beforeAll(() => {
    results = runInWebForms(cases);
  }, 1_200_000);

  it.each([...new Set(cases.map(({ kind }) => kind))])(
    '%s give the expected answers in the engine',
    (kind) => {
      const forms = cases.filter((each) => each.kind === kind);
      expect(forms).toHaveLength(RUNS);
      for (const { name, steps, content } of forms) {
        const { opened, error, answers } = results.get(name)!;
        expect({ content, opened, error }).toEqual({ content, opened: true, error: null });
        const actual = steps.map(({ line }, index) => [line, answers[index]]);
        expect({ content, actual }).toEqual({
          content,
          actual: steps.map(({ line, expected }) => [line, expected]),
        });
      }
    },
  );
});
