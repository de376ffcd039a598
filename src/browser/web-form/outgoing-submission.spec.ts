import { splitRequests } from './outgoing-submission';

const MEGABYTE = 1_000_000;

describe('the requests of a submission', () => {
  it.each([
    ['no files', [], [[]]],
    ['small files', [1, 2, 3], [[1, 2, 3]]],
    ['files of more than one request', [6, 3, 2, 8], [[6, 3], [2], [8]]],
    ['a file that is larger than a request', [1, 15, 1], [[1], [15], [1]]],
    ['such a file first', [15, 1], [[15], [1]]],
  ])('hold %s', (_, sizes, expected) => {
    const xml = { size: 1000 };
    const files = sizes.map((size) => ({ size: size * MEGABYTE }));
    expect(splitRequests(xml, files)).toEqual(
      expected.map((request) => [xml, ...request.map((size) => ({ size: size * MEGABYTE }))]),
    );
  });
});
