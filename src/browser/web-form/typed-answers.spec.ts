import {
  customsOf,
  datePattern,
  localeOf,
  readDate,
  readDateTime,
  readNumber,
  readTime,
  writeDate,
  writeNumber,
  writeTime,
} from './typed-answers';

const [british, american, french, german, spanish, arabic] = [
  'en-GB',
  'en-US',
  'fr-FR',
  'de-DE',
  'es-ES',
  'ar-EG',
].map(customsOf) as [ReturnType<typeof customsOf>, ...ReturnType<typeof customsOf>[]];

it('follows the first language that is one', () => {
  expect(localeOf(['en-US@posix', 'fr-CA'])).toBe('fr-CA');
  expect(localeOf(['en-US@posix'])).toBe('en');
});

describe('typed dates', () => {
  it.each([
    ['03/04/2026', british, '2026-04-03'],
    ['03/04/2026', american!, '2026-03-04'],
    ['3.4.2026', german!, '2026-04-03'],
    ['3 4 2026', french!, '2026-04-03'],
    ['2026-04-03', american!, '2026-04-03'],
    ['2026/4/3', british, '2026-04-03'],
    ['٣/٤/٢٠٢٦', arabic!, '2026-04-03'],
    ['25/12/2020', british, '2020-12-25'],
    ['25/12/2020', american!, undefined],
    ['31/02/2026', british, undefined],
    ['03/04/26', british, undefined],
    ['tomorrow', british, undefined],
    ['', british, undefined],
  ])('%p are %p', (text, customs, date) => {
    expect(readDate(text, 'day', customs)).toBe(date);
  });

  it('may be of a month or a year, whose first day is stored', () => {
    expect(readDate('11/2026', 'month', british)).toBe('2026-11-01');
    expect(readDate('2026-11', 'month', british)).toBe('2026-11-01');
    expect(readDate('2026', 'year', british)).toBe('2026-01-01');
    expect(readDate('15/11/2026', 'month', british)).toBeUndefined();
    expect(readDate('13/2026', 'month', british)).toBeUndefined();
  });

  it('are written in the same way', () => {
    expect(writeDate('2026-04-03', 'day', british)).toBe('03/04/2026');
    expect(writeDate('2026-04-03', 'day', american!)).toBe('04/03/2026');
    expect(writeDate('2026-04-03', 'month', german!)).toBe('04.2026');
    expect(writeDate('2026-04-03', 'day', arabic!)).toBe('03/04/2026');
    expect(datePattern('day', french!, 'JMA')).toBe('JJ/MM/AAAA');
  });
});

describe('typed times', () => {
  it.each([
    ['14:35', '14:35:00.000'],
    ['14:35:10', '14:35:10.000'],
    ['2:35 PM', '14:35:00.000'],
    ['2.35 p.m.', '14:35:00.000'],
    ['12:00 am', '00:00:00.000'],
    ['14h35', '14:35:00.000'],
  ])('%p are %p', (text, time) => {
    expect(readTime(text, british)).toMatch(new RegExp(`^${time}[-+]\\d{2}:\\d{2}$`));
  });

  it('keep a written offset', () => {
    expect(readTime('14:35:00.000+05:45', british)).toBe('14:35:00.000+05:45');
    expect(readDateTime('2026-11-24T10:30:00.000+03:00', british)).toBe('2026-11-24T10:30:00.000+03:00');
  });

  it.each(['24:00', '12:60', '13:00 pm', 'noon', '9', '10:30 xx'])('%p are none', (text) => {
    expect(readTime(text, british)).toBeUndefined();
  });

  it('follow a date', () => {
    expect(readDateTime('24/11/2026 10:30', british)).toMatch(/^2026-11-24T10:30:00\.000[-+]\d\d:\d\d$/);
    expect(readDateTime('11/24/2026, 10:30 PM', american!)).toMatch(/^2026-11-24T22:30/);
    expect(readDateTime('tomorrow noon', british)).toBeUndefined();
    expect(readDateTime('24/11/2026', british)).toBeUndefined();
  });

  it('are written by the clock of the region', () => {
    const date = new Date(2026, 10, 24, 14, 5);
    expect(writeTime(date, british)).toBe('14:05');
    expect(writeTime(date, american!)).toBe('2:05 PM');
  });
});

describe('typed numbers', () => {
  const decimals = { decimals: true };
  it.each([
    ['12,5', british, '12.5'],
    ['12.5', french!, '12.5'],
    ['12,5', french!, '12.5'],
    ['-0.75', spanish!, '-0.75'],
    [',5', british, '0.5'],
    ['1,234.5', british, '1234.5'],
    ['1.234,5', british, '1234.5'],
    ['1 234,5', french!, '1234.5'],
    ['1,234,567', british, '1234567'],
    ['1.234', british, '1.234'],
    ['1,234', french!, '1.234'],
    ['١٢٫٥', arabic!, '12.5'],
    ['−3', british, '-3'],
    ['007', british, '007'],
    // One of two numbers.
    ['1,234', british, undefined],
    ['1.234', spanish!, undefined],
    ['1.2.3', british, undefined],
    ['12,34,5', british, undefined],
    ['1e3', british, undefined],
    ['ten', british, undefined],
    ['', british, undefined],
  ])('%p are %p', (text, customs, number) => {
    expect(readNumber(text, customs, decimals)).toBe(number);
  });

  it.each([
    ['12', '12'],
    ['1,234', '1234'],
    ['1 234', '1234'],
    ['12.7', undefined],
    ['12,7', undefined],
    ['1.234', undefined],
  ])('of whole numbers, %p are %p', (text, number) => {
    expect(readNumber(text, british, { decimals: false })).toBe(number);
  });

  it('of telephones keep their plus, if they are asked for', () => {
    expect(readNumber('+254 712 345 678', british, { decimals: true, plus: true })).toBe('+254712345678');
    expect(readNumber('+12', british, { decimals: true })).toBe('12');
    expect(writeNumber('+254712345678', british, false)).toBe('+254712345678');
  });

  it('are written in the same way', () => {
    expect(writeNumber('1234.50', french!, false)).toBe('1234,5');
    expect(writeNumber('1234567', british, true)).toBe('1,234,567');
    expect(writeNumber('3.0', british, false)).toBe('3');
  });
});
