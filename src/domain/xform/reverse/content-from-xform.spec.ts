import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Content } from '../../content/content';
import { standardiseContent } from '../../content/standard/standardise-content';
import { readSections } from '../../form-history/version-schema';
import { compileXForm } from '../compile-xform';
import { contentFromXform } from './content-from-xform';

const SAMPLES = readFileSync(join(__dirname, '../../../../test/fixtures/sample-forms/forms.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { id: string; content: Content })
  // Types of KoboToolbox become groups of other questions.
  .filter(({ id }) => id !== 'kobo');

const read = (xml: string): Content =>
  standardiseContent({ ...contentFromXform(xml) }, { assetType: 'survey', random: Math.random });

const fieldsOf = (content: Content) =>
  readSections(content)
    .flatMap(({ fields }) => fields.map(({ path, type }) => `${path} ${type}`))
    .sort();

const labelsOf = (content: Content) =>
  readSections(content).flatMap(({ fields }) =>
    fields
      // Nothing in an XForm shows the label of a recording.
      .filter(({ type }) => type !== 'background-audio')
      .flatMap(({ path, labels }) =>
        [...labels].map(([language, label]) => `${path} ${language} ${label.trim()}`),
      ),
  );

describe('contentFromXform', () => {
  it.each(SAMPLES)('derives questions, types and labels of $id', ({ content }) => {
    const derived = read(compileXForm(content).xml);
    expect(fieldsOf(derived)).toEqual(fieldsOf(content));
    expect(labelsOf(derived)).toEqual(expect.arrayContaining(labelsOf(content)));
  });

  it('derives logic, choices and settings', () => {
    const standard = standardiseContent(
      {
        survey: [
          { type: 'integer', name: 'age', label: 'Age', required: 'yes', constraint: '. < ${limit}' },
          { type: 'calculate', name: 'limit', calculation: '100 + 1' },
          { type: 'begin_repeat', name: 'child', label: 'Child' },
          { type: 'select_one town', name: 'town', label: 'Town of ${age}', choice_filter: 'area = ${age}' },
          { type: 'end_repeat' },
          { type: 'select_one_from_file list.csv', name: 'person', label: 'Person', relevant: '${age} > 3' },
          { type: 'range', name: 'level', label: 'Level', parameters: 'start=1 end=5 step=2' },
        ],
        choices: [{ list_name: 'town', name: 'a', label: 'A town', area: '1' }],
        settings: { form_title: 'Wells', version: '3', instance_name: 'concat(${age}, 1)', style: 'pages' },
      },
      { assetType: 'survey', random: Math.random },
    );
    const derived = read(compileXForm(standard).xml);
    expect(derived.survey).toMatchObject([
      { type: 'integer', name: 'age', required: true, constraint: '. <  ${limit}' },
      { type: 'calculate', name: 'limit', calculation: '100 + 1' },
      { type: 'begin_repeat', name: 'child', label: ['Child'] },
      {
        type: 'select_one',
        select_from_list_name: 'town',
        label: ['Town of ${age}'],
        choice_filter: 'area =  ${age}',
      },
      { type: 'end_repeat' },
      { type: 'select_one_from_file', name: 'person', relevant: '${age}  > 3' },
      { type: 'range', name: 'level', parameters: 'start=1 end=5 step=2' },
    ]);
    expect(derived.choices).toMatchObject([{ list_name: 'town', name: 'a', label: ['A town'], area: '1' }]);
    expect(derived.settings).toMatchObject({
      form_title: 'Wells',
      version: '3',
      style: 'pages',
      instance_name: 'concat( ${age} , 1)',
    });
  });

  it.each([
    ['<h:html><h:head>', 'The form is not well-formed XML'],
    ['<html><head><model/></head></html>', 'The form has no primary instance'],
    [`${'<a>'.repeat(300)}${'</a>'.repeat(300)}`, 'nested more than 200 deep'],
  ])('refuses %.30s', (xml, message) => {
    expect(() => contentFromXform(xml)).toThrow(message);
  });
});
