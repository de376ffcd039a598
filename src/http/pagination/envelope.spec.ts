import { presentEnvelope } from './envelope';

const url = new URL('https://h.example/api/v2/assets/?q=name:x&page=2&format=json');

describe('presentEnvelope', () => {
  it('links to both neighbours and keeps the other parameters', () => {
    expect(presentEnvelope(url, { limit: 10, start: 20 }, 45, [])).toEqual({
      count: 45,
      next: 'https://h.example/api/v2/assets/?q=name%3Ax&format=json&limit=10&start=30',
      previous: 'https://h.example/api/v2/assets/?q=name%3Ax&format=json&limit=10&start=10',
      results: [],
    });
  });

  it('has no neighbours when all fits on the page', () => {
    expect(presentEnvelope(url, { limit: 10, start: 0 }, 10, ['x'])).toMatchObject({
      next: null,
      previous: null,
    });
  });

  it('leaves start out of a link to the first page', () => {
    expect(presentEnvelope(url, { limit: 10, start: 5 }, 6, []).previous).not.toContain('start');
  });

  it('links back from beyond the end', () => {
    expect(presentEnvelope(url, { limit: 10, start: 90 }, 6, [])).toMatchObject({
      next: null,
      previous: expect.stringContaining('start=80') as string,
    });
  });
});
