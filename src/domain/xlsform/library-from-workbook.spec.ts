import { type SheetSource, xlsxOf } from '../../../test/fixtures/xlsform-in/xlsx-builder';
import { holdsLibrary, libraryFromWorkbook } from './library-from-workbook';
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
      'rows of one block together, wherever they stand',
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
    ['what has no label by its name', [['', 'hidden', 'a', '']], [['a', 'question', ['a']]]],
    [
      'no row without a type',
      [
        ['', '', 'a', 'A'],
        ['', 'text', 'b', 'B'],
      ],
      [['B', 'question', ['b']]],
    ],
  ])('takes %s', async (_, rows, expected) => {
    const items = await itemsOf(rows);
    expect(
      items.map(({ title, assetType, content }) => [
        title,
        assetType,
        content.survey.map(({ name }) => name),
      ]),
    ).toEqual(expected);
  });

  it('gives each the lists that it asks from', async () => {
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

  it('refuses none, more than anybody keeps in one collection, and forms with mistakes', async () => {
    await expect(itemsOf([['Water', '', 'a', 'A']])).rejects.toThrow('holds no question');
    const many = Array.from({ length: 501 }, (_, index) => ['', 'text', `q${index}`, 'Q']);
    await expect(itemsOf(many)).rejects.toThrow('holds 501 blocks and questions');
    await expect(itemsOf([['', 'text', 'bad name!', 'A']])).rejects.toThrow('bad name!');
  });
});

it.each([
  [{ library: [HEADERS] }, true],
  [{ survey: [HEADERS] }, false],
  [{ library: [HEADERS], survey: [HEADERS] }, false],
])('holdsLibrary of %j is %j', async (sheets, expected) => {
  expect(holdsLibrary(await read(sheets))).toBe(expected);
});
