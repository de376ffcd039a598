import { readPages } from './read-pages';

const LIST = '/api/v2/assets/a/data/?limit=2';

function serve(pages: number): void {
  Object.assign(globalThis, { location: { href: 'https://survey.example.org/projects/a/map/' } });
  let page = 0;
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    page += 1;
    const next = page < pages ? `https://survey.example.org${LIST}&after=${page}` : null;
    return new Response(JSON.stringify({ count: pages * 2, next, results: [{ _id: page }, { _id: page }] }));
  });
}

afterEach(() => jest.restoreAllMocks());

it.each([
  [1, 3, ['last']],
  [2, 3, ['more', 'last']],
  [3, 3, ['more', 'more', 'last']],
  [4, 3, ['more', 'more', 'cut']],
])('reads %d pages, at most %d', async (pages, maxPages, expected) => {
  serve(pages);
  const read: string[] = [];
  for await (const { isLast, isCut, count } of readPages(LIST, maxPages)) {
    expect(count).toBe(pages * 2);
    read.push(isCut ? 'cut' : isLast ? 'last' : 'more');
  }
  expect(read).toEqual(expected);
  expect(fetch).toHaveBeenLastCalledWith(
    expected.length === 1 ? LIST : `${LIST}&after=${expected.length - 1}`,
    expect.anything(),
  );
});

it('fetches again if the service is busy or the network fails, and gives up in the end', async () => {
  jest.useFakeTimers();
  serve(1);
  const fetched = jest.mocked(fetch);
  fetched.mockResolvedValueOnce(new Response('', { status: 503 })).mockRejectedValueOnce(new TypeError());
  const first = readPages(LIST, 3).next();
  await jest.advanceTimersByTimeAsync(4_000);
  expect((await first).value).toMatchObject({ isLast: true });
  expect(fetched).toHaveBeenCalledTimes(3);
  fetched.mockReset().mockRejectedValue(new TypeError('Failed to fetch'));
  const failed = expect(readPages(LIST, 3).next()).rejects.toThrow('Failed to fetch');
  await jest.advanceTimersByTimeAsync(13_000);
  await failed;
  expect(fetched).toHaveBeenCalledTimes(4);
  jest.useRealTimers();
});
