import type { Content } from '../../domain/content/content';
import type { SubmissionRow } from '../../domain/submission/submission-json';
import { cell, answerCell, answerOf, type CellContext } from './answer-cell';
import { formColumns } from './form-columns';

const CONTEXT: CellContext = { assetUid: 'a', language: null, pageLanguage: 'en' };
const ROW = { id: 1, files: new Map() } as unknown as SubmissionRow;
const CHOICES = [
  { list_name: 'crops', name: 'maize', label: ['Maize'] },
  { list_name: 'crops', name: 'beans', label: ['Beans'] },
];

function shown(type: string, answer: string): string {
  const content = {
    translations: [null],
    translated: ['label'],
    survey: [{ type, name: 'q', ...(type.startsWith('select') && { select_from_list_name: 'crops' }) }],
    choices: CHOICES,
  } as unknown as Content;
  const { columns } = formColumns([{ uid: 'v', content }]);
  return cell(answerCell(columns[0]!, { q: answer }, ROW, CONTEXT), CONTEXT).replace(/<\/?td>/g, '');
}

it.each([
  ['select_one', 'maize', 'Maize'],
  ['select_one', 'maize beans', 'Maize, Beans'],
  ['select_one', 'Mto wa Mbu', 'Mto wa Mbu'],
  ['select_multiple', 'maize gone beans', 'Maize, gone, Beans'],
  ['select_multiple', 'Mto wa Mbu', 'Mto wa Mbu'],
  ['geopoint', '1.5 36.75 1795 4', '1.50000, 36.75000'],
  ['geopoint', '12 34 Main Street', '12 34 Main Street'],
  ['geotrace', '1 2 0 0;3 4 0 0', '2 points'],
  ['geotrace', 'by the well; ask for Asha', 'by the well; ask for Asha'],
])('shows the answer of a former type to a %s: %s', (type, answer, text) => {
  expect(shown(type, answer)).toBe(text);
});

it('finds no answer to a question that was not answered, whatever its name', () => {
  expect(answerOf({ paths: ['constructor', 'toString'] }, {})).toBeUndefined();
});
