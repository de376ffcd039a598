import { readdirSync, readFileSync } from 'node:fs';
import { compileXForm } from '../../src/domain/xform/compile-xform';
import { contentOfSheets } from './form-fixture';
import { GIVEN, JAVAROSA_VALUES } from './javarosa-values';
import { runInWebForms } from './run-in-web-forms';

/** The functions of src/browser/web-form/javarosa-functions.ts that the engine computes as JavaRosa by now are to go. */
it('finds each function that differs from JavaRosa wrong in the engine itself', () => {
  const cases = JAVAROSA_VALUES.map(([calculation], index) => ({
    name: String(index),
    xml: compileXForm(
      contentOfSheets({
        survey: [
          ...GIVEN.map(([type, name, value]) => ({ type, name, label: name, default: value })),
          { type: 'begin_repeat', name: 'loops', label: 'Loops', repeat_count: '3' },
          {
            type: 'calculate',
            name: 'each',
            calculation: "if(position(..) = 2, '', position(..) * 2.5)",
          },
          { type: 'end_repeat' },
          { type: 'calculate', name: 'it', calculation },
        ],
        settings: {},
      }),
    ).xml,
    steps: [{ verb: 'value' as const, path: '/data/it', value: '' }],
  }));
  const results = runInWebForms(cases, { TZ: 'Europe/Berlin' });
  const agreeing = JAVAROSA_VALUES.filter(
    ([, value], index) => results.get(String(index))!.answers[0] === value,
  );
  expect(agreeing.map(([expression]) => expression)).toEqual(
    JAVAROSA_VALUES.filter(([, , by]) => by === 'engine').map(([expression]) => expression),
  );
});

/** The engine's own package takes answers that are dates; the pages have the older copy that ODK Web Forms brings. */
it('finds the copy of the engine in ODK Web Forms older than its package', () => {
  const folder = 'node_modules/@getodk/web-forms/dist';
  const texts = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
  expect(texts.some((text) => text.includes('Invalid input type for date function'))).toBe(true);
});
