import { listElements } from './json-list';

it.each([
  [[]],
  [[1]],
  [['a,b', '[', '\\', '"]', '\\"']],
  [[{ a: [1, { b: ',' }], c: '}' }, [], {}, null, true, -1.5e3, [[2, 3], 4]]],
])('reads the elements of %j', (list: unknown[]) => {
  expect([...listElements(JSON.stringify(list))]).toEqual(list);
});

it('parses no further than it is asked', () => {
  const elements = listElements('[{"a":1},not JSON]');
  expect(elements.next().value).toEqual({ a: 1 });
  expect(() => elements.next()).toThrow(SyntaxError);
});
