import { withCellTexts } from './problem-cells';
import type { Workbook } from './workbook';

const workbookOf = (text: string): Workbook => {
  const rows = [{ number: 7, cells: new Map([['Relevant', text]]) }];
  return {
    sheets: new Map([['survey', { name: 'survey', headers: ['type', 'Relevant'], rows }]]),
    problems: [],
  };
};
const workbook = workbookOf('${missing} = 1');
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
    expect(withCellTexts([problem], workbookOf('x'.repeat(5000)))[0]!.text).toBe(`${'x'.repeat(200)}…`);
  });
});
