/** Forms as the editor opens and saves them, without a browser. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Content } from '../../../src/domain/content/content';
import { FormProblemsError } from '../../../src/domain/content/form-problem';
import { standardiseContent, takeFormTitle } from '../../../src/domain/content/standard/standardise-content';
import { compileXForm } from '../../../src/domain/xform/compile-xform';
import { formFromWorkbook } from '../../../src/domain/xlsform/form-from-workbook';
import { readWorkbook } from '../../../src/domain/xlsform/read-workbook';
import { readReferenceForms, workbookOf } from './reference-forms';

/** As the API sends content to the editor, and gets it back. */
export const sent = <Value>(value: unknown): Value => JSON.parse(JSON.stringify(value)) as Value;

/** Content as `PATCH` stores it. */
export function saved(content: unknown, storedLanguages?: Content['translations']): Content {
  const context = { assetType: 'survey', random: Math.random, allowsUnknownTypes: true } as const;
  return takeFormTitle(
    standardiseContent(sent(content), { ...context, ...(storedLanguages && { storedLanguages }) }),
  ).content;
}

/** As a deployment compiles; white space between tags depends on the texts beside them. */
export function compiled(content: Content): string {
  return compileXForm(content, { formId: 'form', title: 'Form', duplicates: 'warn', kobo: {} }).xml.replace(
    />\s+</g,
    '><',
  );
}

export type StoredForm = () => Content | Promise<Content>;

/** XLSForms as an import into a project stores them. */
export const imported = readReferenceForms().map(({ id, sheets }): [string, StoredForm] => [
  id,
  async () => {
    const workbook = await readWorkbook(workbookOf(sheets));
    return formFromWorkbook(workbook, { library: false, random: Math.random, stem: id }).content;
  },
]);

/** Forms as clients of the API make them. */
const sampleFile = join(__dirname, '../../fixtures/sample-forms/forms.jsonl');
export const samples = readFileSync(sampleFile, 'utf8')
  .trim()
  .split('\n')
  .map((line): [string, StoredForm] => {
    const { id, content } = JSON.parse(line) as { id: string; content: object };
    return [id, () => saved(content)];
  });

/** The form and its XForm; undefined for one that can't be deployed. */
export async function deployed(form: StoredForm): Promise<{ stored: Content; xml: string } | undefined> {
  try {
    const stored = await form();
    return { stored, xml: compiled(stored) };
  } catch (error) {
    if (error instanceof FormProblemsError) return undefined;
    throw error;
  }
}
