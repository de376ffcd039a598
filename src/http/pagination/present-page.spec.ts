import { linkToPage, presentPage } from './present-page';

const url = new URL('https://h.example/api/v2/assets/?q=name:x&page=2&format=json');
const shout = (item: string): string => item.toUpperCase();

describe('presentPage', () => {
  it('links to both neighbours and preserves the other parameters', () => {
    expect(
      presentPage({ url, window: { limit: 10, start: 20 } }, { count: 45, items: ['a'] }, shout),
    ).toEqual({
      count: 45,
      next: 'https://h.example/api/v2/assets/?q=name%3Ax&format=json&limit=10&start=30',
      previous: 'https://h.example/api/v2/assets/?q=name%3Ax&format=json&limit=10&start=10',
      results: ['A'],
    });
  });

  it('has no links when all items fit on the page', () => {
    const page = presentPage({ url, window: { limit: 10, start: 0 } }, { count: 10, items: [] }, shout);
    expect(page).toMatchObject({ next: null, previous: null });
  });

  it('omits start from a link to the first page', () => {
    const page = presentPage({ url, window: { limit: 10, start: 5 } }, { count: 6, items: [] }, shout);
    expect(page.previous).not.toContain('start');
  });

  it('links back from beyond the end', () => {
    const page = presentPage({ url, window: { limit: 10, start: 90 } }, { count: 6, items: [] }, shout);
    expect(page).toMatchObject({ next: null, previous: expect.stringContaining('start=80') as string });
  });
});

describe('linkToPage', () => {
  it('sets the cursor, and drops that of another page', () => {
    const from = new URL('https://h.example/data/?after=3&sort=x');
    expect(linkToPage(from, { limit: 2, start: 4 }, '9')).toBe(
      'https://h.example/data/?after=9&sort=x&limit=2&start=4',
    );
    expect(linkToPage(from, { limit: 2, start: 4 })).not.toContain('after');
  });
});
