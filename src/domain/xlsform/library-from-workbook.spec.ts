import { type SheetSource, xlsxOf } from '../../../test/fixtures/xlsform-in/xlsx-builder';
import { isLibraryWorkbook, libraryFromWorkbook } from './form-from-workbook';
import { readWorkbook } from './read-workbook';

const HEADERS = ['block', 'type', 'name', 'label'];
const read = (sheets: Record<string, SheetSource>) => readWorkbook(xlsxOf({ sheets }));
const itemsOf = async (rows: string[][], choices: string[][] = []) => {
  const workbook = await read({
    library: [HEADERS, ...rows],
    choices: [['list_name', 'name', 'label'], ...choices],
  });
  return libraryFromWorkbook(workbook, { library: true, random: Math.random });
};

describe('libraryFromWorkbook', () => {
  it.each<[string, string[][], [string | undefined, string, string[]][]]>([
    [
      'rows of one block together, in any position',
      [
        ['Water', 'text', 'a', 'A'],
        ['', 'text', 'b', 'B?'],
        ['Water', 'text', 'c', 'C'],
      ],
      [
        ['Water', 'block', ['a', 'c']],
        ['B?', 'question', ['b']],
      ],
    ],
    ['a block of one row as a question', [['Water', 'text', 'a', 'A']], [['Water', 'question', ['a']]]],
    ['an item without a label by its name', [['', 'hidden', 'a', '']], [['a', 'question', ['a']]]],
    [
      'no row without a type',
      [
        ['', '', 'a', 'A'],
        ['', 'text', 'b', 'B'],
      ],
      [['B', 'question', ['b']]],
    ],
  ])('returns %s', async (_, rows, expected) => {
    const items = await itemsOf(rows);
    expect(
      items.map(({ title, assetType, content }) => [
        title,
        assetType,
        content.survey.map(({ name }) => name),
      ]),
    ).toEqual(expected);
  });

  it('includes only the choice lists that each item uses', async () => {
    const items = await itemsOf(
      [
        ['', 'select_one l', 'a', 'A'],
        ['', 'text', 'b', 'B'],
      ],
      [
        ['l', 'x', 'X'],
        ['m', 'y', 'Y'],
      ],
    );
    expect(items.map(({ content }) => content.choices?.map(({ name }) => name))).toEqual([['x'], undefined]);
  });

  it('rejects none, more than 500 items, and invalid forms', async () => {
    await expect(itemsOf([['Water', '', 'a', 'A']])).rejects.toThrow('contains no questions');
    const many = Array.from({ length: 501 }, (_, index) => ['', 'text', `q${index}`, 'Q']);
    await expect(itemsOf(many)).rejects.toThrow('contains 501 blocks and questions');
    await expect(itemsOf([['', 'text', 'bad name!', 'A']])).rejects.toThrow('bad name!');
  });
});

it.each([
  [{ library: [HEADERS] }, true],
  [{ survey: [HEADERS] }, false],
  [{ library: [HEADERS], survey: [HEADERS] }, false],
])('isLibraryWorkbook of %j is %j', async (sheets, expected) => {
  expect(isLibraryWorkbook(await read(sheets))).toBe(expected);
});
