import { localised } from './svg-image';

it.each([
  ['red', 'red'],
  ['rgb(1, 2, 3)', 'rgb(1, 2, 3)'],
  ['url(https://example.org/a.svg#p)', ''],
  ['URL("a.svg#p")', ''],
  ['image-set("a.png" 1x)', ''],
  [String.raw`u\72l(https://example.org/a.svg#p)`, ''],
  [String.raw`\75 rl("a.svg#p")`, ''],
])('keeps of the paint %s what fetches nothing', (value, kept) => {
  expect(localised(value, 'q-')).toBe(kept);
});
