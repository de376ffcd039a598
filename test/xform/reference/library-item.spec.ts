import type { FormContent } from '../../../src/browser/form-editor/form-content';
import { insertItem, itemOf, type LibraryItem } from '../../../src/browser/form-editor/library-items';
import { compiled, deployed, imported, samples, saved, sent } from './edited-forms';

let keys = 0;
const makeKey = (): string => `key${String((keys += 1)).padStart(6, '0')}`;
const insert = (form: FormContent, { content }: LibraryItem, at: number): FormContent =>
  insertItem(form, sent(content), { at, added: [], makeKey }).content;

describe.each([
  ['imported forms', imported, 262],
  ['forms of the API', samples, 37],
] as const)('all rows of %s as an item of the library', (_, forms, least) => {
  let count = 0;

  it.each(forms)(
    'make the same XForm in an empty form, and lists no anew in their own: %s',
    async (_id, form) => {
      const { stored } = (await deployed(form)) ?? {};
      if (stored === undefined) return;
      const opened = sent<FormContent>(stored);
      const item = itemOf(opened, new Set(opened.survey.map(({ $kuid }) => $kuid)), 0);
      if (item === undefined) return;
      count += 1;
      const empty = { ...opened, survey: [], choices: [], translated: [] };
      const { choices = [] } = item.content;
      // Lists that no row uses are not in the item.
      const expected = compiled(saved({ ...opened, choices }, stored.translations));
      expect(compiled(saved(insert(empty, item, 0), stored.translations))).toBe(expected);
      const twice = insert(opened, item, opened.survey.length);
      expect(twice.survey).toHaveLength(2 * opened.survey.length);
      // A list whose labels refer to a question follows its new name.
      if (!JSON.stringify(choices).includes('${')) expect(twice.choices ?? []).toEqual(opened.choices ?? []);
    },
  );

  it('are in nearly all', () => {
    expect(count).toBeGreaterThanOrEqual(least);
  });
});
