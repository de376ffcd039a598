import { storedDate, storedMoment, storedTime } from './stored-moments';
import { offsetOf } from './typed-answers';

const now = offsetOf(new Date());
const then = offsetOf(new Date(2020, 0, 5));

it.each([
  ['2020-01-05', '2020-01-05'],
  ['2020-1-5', '2020-01-05'],
  [`2020-01-05T07:10:00.000${then}`, '2020-01-05'],
  ['2020-02-30', '2020-02-30'],
  ['05/01/2020', '05/01/2020'],
  ['', ''],
])('stores the date %s as Collect does', (text, stored) => {
  expect(storedDate(text)).toBe(stored);
});

it.each([
  ['2020-01-05', `2020-01-05T00:00:00.000${then}`],
  ['2020-01-05T07:10', `2020-01-05T07:10:00.000${then}`],
  ['2020-1-5T7:10:30', `2020-01-05T07:10:30.000${then}`],
  ['2020-01-05T07:10:00.000+03:00', '2020-01-05T07:10:00.000+03:00'],
  ['2020-01-05T07:10:00Z', '2020-01-05T07:10:00Z'],
  ['tomorrow', 'tomorrow'],
  ['', ''],
])('stores the moment %s as Collect does', (text, stored) => {
  expect(storedMoment(text)).toBe(stored);
});

it.each([
  ['07:10', `07:10:00.000${now}`],
  ['7:5', `07:05:00.000${now}`],
  ['07:10:30.5', `07:10:30.500${now}`],
  ['07:10:00.000+03:00', '07:10:00.000+03:00'],
  ['07:10:00.000Z', '07:10:00.000Z'],
  ['24:10', '24:10'],
  ['noon', 'noon'],
  ['', ''],
])('stores the time %s as Collect does', (text, stored) => {
  expect(storedTime(text)).toBe(stored);
});
