import { ListWindowPipe } from './page-window.pipe';

const url = new URL('https://h.example/api/v2/assets/');

describe('ListWindowPipe', () => {
  it.each([
    [{}, { limit: 100, start: 0 }],
    [{ limit: '10' }, { limit: 10, start: 0 }],
    [{ limit: '0' }, { limit: 100, start: 0 }],
    [{ limit: '-3' }, { limit: 100, start: 0 }],
    [{ limit: 'ten' }, { limit: 100, start: 0 }],
    [{ limit: '5000' }, { limit: 1000, start: 0 }],
    [{ start: '20' }, { limit: 100, start: 20 }],
    [{ offset: '20' }, { limit: 100, start: 20 }],
    [
      { start: '5', offset: '20' },
      { limit: 100, start: 5 },
    ],
    [{ start: '-1' }, { limit: 100, start: 0 }],
    [
      { page: '3', page_size: '10' },
      { limit: 10, start: 20 },
    ],
    [{ page_size: '10' }, { limit: 10, start: 0 }],
    [{ page: 'x' }, { limit: 100, start: 0 }],
    [
      { page: 'x', page_size: '10' },
      { limit: 100, start: 0 },
    ],
    [{ start: '999999999999999999999' }, { limit: 100, start: 1e15 }],
    [{ limit: '999999999999999999999' }, { limit: 1000, start: 0 }],
    [
      { limit: ' 7 ', start: '+3' },
      { limit: 7, start: 3 },
    ],
    [
      { limit: '7 7', start: '1.5' },
      { limit: 100, start: 0 },
    ],
  ])('reads %j as %j', (query, window) => {
    expect(new ListWindowPipe().transform({ query, url })).toEqual({ window, url });
  });
});
