import { setChoiceLabel } from '../../../src/browser/form-editor/choice-edits';
import type { FormContent } from '../../../src/browser/form-editor/form-content';
import { setText } from '../../../src/browser/form-editor/form-edits';
import { linesOf, setLineText, type TextLine } from '../../../src/browser/form-editor/form-texts';
import { compiled, deployed, imported, samples, saved, sent } from './edited-forms';

const MARK = ' ⟦edited⟧';

interface Label {
  readonly line: TextLine;
  readonly language: number;
}

/** The first and the last label of a sheet, with the last language that has a text. */
function labelsOf(lines: readonly TextLine[], sheet: TextLine['sheet']): Label[] {
  const labelled = lines.filter(
    (line) => line.sheet === sheet && line.column === 'label' && line.texts.some((text) => text !== ''),
  );
  return [...new Set([labelled[0], labelled.at(-1)])].flatMap((line) =>
    line === undefined ? [] : [{ line, language: line.texts.findLastIndex((text) => text !== '') }],
  );
}

/** The form with a mark at the end of a label, by the table of texts and by the fields of the question. */
function withMark(content: FormContent, { line, language }: Label): readonly [FormContent, FormContent] {
  const { sheet, index } = line;
  const text = line.texts[language]! + MARK;
  const inFields =
    sheet === 'survey'
      ? setText(content, index, { column: 'label', language, text })
      : setChoiceLabel(content, index, { language, text });
  return [setLineText(content, line, language, text), inFields];
}

describe.each([
  ['imported forms', imported, { forms: 262, shown: 824 }],
  ['forms of the API', samples, { forms: 37, shown: 136 }],
] as const)('one label of %s', (_, forms, least) => {
  let editedForms = 0;
  let shownLabels = 0;

  it.each(forms)('is all that its edit changes in the XForm of %s', async (_id, form) => {
    const { stored, xml } = (await deployed(form)) ?? {};
    if (stored === undefined) return;
    const opened = sent<FormContent>(stored);
    expect(compiled(saved(opened, stored.translations))).toBe(xml);
    const lines = linesOf(opened);
    const labels = [...labelsOf(lines, 'survey'), ...labelsOf(lines, 'choices')];
    if (labels.length > 0) editedForms += 1;
    for (const label of labels) {
      const [inTable, inFields] = withMark(opened, label);
      expect(inFields).toEqual(inTable);
      const after = compiled(saved(inTable, stored.translations));
      if (after.includes(MARK)) shownLabels += 1;
      expect(after.replaceAll(MARK, '')).toBe(xml);
    }
  });

  it('is found in nearly all, and shown', () => {
    expect({ forms: editedForms, shown: shownLabels }).toEqual(least);
  });
});
