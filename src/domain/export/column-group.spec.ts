import { dateCell, numberCell } from './column-group';

describe('dateCell', () => {
  it.each(['0001-01-01', '0024-05-01', '0099-12-31', '0204-01-02', '1899-12-31', '2026-02-30', 'soon'])(
    'leaves %s as text',
    (text) => {
      expect(dateCell(text)).toBe(text);
    },
  );

  it.each([
    ['1900-01-01', Date.UTC(1900, 0, 1)],
    ['2024-05-01T18:30:15.250+03:00', Date.UTC(2024, 4, 1, 18, 30, 15, 250)],
  ])('reads %s', (text, time) => {
    expect(dateCell(text)).toEqual(new Date(time));
  });
});

describe('numberCell', () => {
  it.each([
    ['-5.0E-4', -0.0005],
    ['9007199254740993', '9007199254740993'],
    ['1,5', '1,5'],
  ])('reads %s', (text, cell) => {
    expect(numberCell(text)).toBe(cell);
  });
});
