import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setChoiceLabel } from '../../../src/browser/form-editor/choice-edits';
import type { FormContent } from '../../../src/browser/form-editor/form-content';
import { setText } from '../../../src/browser/form-editor/form-edits';
import { linesOf, setLineText, type TextLine } from '../../../src/browser/form-editor/form-texts';
import type { Content } from '../../../src/domain/content/content';
import { FormProblemsError } from '../../../src/domain/content/form-problem';
import { standardiseContent, takeFormTitle } from '../../../src/domain/content/standard/standardise-content';
import { compileXForm } from '../../../src/domain/xform/compile-xform';
import { formFromWorkbook } from '../../../src/domain/xlsform/form-from-workbook';
import { readWorkbook } from '../../../src/domain/xlsform/read-workbook';
import { readReferenceForms, workbookOf } from './reference-forms';

const MARK = ' ⟦edited⟧';

/** As the API sends content to the editor, and gets it back. */
const sent = <Value>(value: unknown): Value => JSON.parse(JSON.stringify(value)) as Value;

/** Content as `PATCH` stores it. */
function saved(content: unknown, storedLanguages?: Content['translations']): Content {
  const context = { assetType: 'survey', random: Math.random, allowsUnknownTypes: true } as const;
  return takeFormTitle(
    standardiseContent(sent(content), { ...context, ...(storedLanguages && { storedLanguages }) }),
  ).content;
}

/** As a deployment compiles; white space between tags depends on the texts beside them. */
function compiled(content: Content): string {
  return compileXForm(content, { formId: 'form', title: 'Form', duplicates: 'warn', kobo: {} }).xml.replace(
    />\s+</g,
    '><',
  );
}

type StoredForm = () => Content | Promise<Content>;

/** XLSForms as an import into a project stores them. */
const imported = readReferenceForms().map(({ id, sheets }): [string, StoredForm] => [
  id,
  async () => {
    const workbook = await readWorkbook(workbookOf(sheets));
    return formFromWorkbook(workbook, { library: false, random: Math.random, stem: id }).content;
  },
]);

/** Forms as clients of the API make them. */
const sampleFile = join(__dirname, '../../fixtures/sample-forms/forms.jsonl');
const samples = readFileSync(sampleFile, 'utf8')
  .trim()
  .split('\n')
  .map((line): [string, StoredForm] => {
    const { id, content } = JSON.parse(line) as { id: string; content: object };
    return [id, () => saved(content)];
  });

/** The form and its XForm; undefined for one that can't be deployed. */
async function deployed(form: StoredForm): Promise<{ stored: Content; xml: string } | undefined> {
  try {
    const stored = await form();
    return { stored, xml: compiled(stored) };
  } catch (error) {
    if (error instanceof FormProblemsError) return undefined;
    throw error;
  }
}

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
