import { withCellTexts } from './problem-cells';
import type { Workbook } from './workbook';

const workbook: Workbook = {
  sheets: new Map([
    [
      'survey',
      {
        name: 'survey',
        headers: ['type', 'Relevant'],
        rows: [{ number: 7, cells: new Map([['Relevant', '${missing} = 1']]) }],
      },
    ],
  ]),
  problems: [],
};
const problem = { sheet: 'survey', row: 7, column: 'relevant', message: 'Unknown question.' };

describe('withCellTexts', () => {
  it('adds the text of the cell, for any case of the header', () => {
    expect(withCellTexts([problem], workbook)).toEqual([{ ...problem, text: '${missing} = 1' }]);
  });

  it.each([
    ['another sheet', { ...problem, sheet: 'choices' }],
    ['another row', { ...problem, row: 8 }],
    ['an empty cell', { ...problem, column: 'type' }],
    ['an unknown column', { ...problem, column: 'label' }],
    ['a whole sheet', { sheet: 'survey', message: 'Empty.' }],
  ])('leaves a problem of %s as it is', (_, other) => {
    expect(withCellTexts([other], workbook)).toEqual([other]);
  });

  it('abridges long texts', () => {
    const cells = new Map([['Relevant', 'x'.repeat(5000)]]);
    const long: Workbook = {
      ...workbook,
      sheets: new Map([['survey', { name: 'survey', headers: ['Relevant'], rows: [{ number: 7, cells }] }]]),
    };
    expect(withCellTexts([problem], long)[0]!.text).toBe(`${'x'.repeat(200)}…`);
  });
});
