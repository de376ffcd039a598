import { cutPage } from './page';

const LIST = ['a', 'b', 'c', 'd', 'e'];

describe('cutPage', () => {
  it.each([
    [{ limit: 2, start: 0 }, ['a', 'b']],
    [{ limit: 2, start: 4 }, ['e']],
    [{ limit: 9, start: 0 }, LIST],
    [{ limit: 2, start: 5 }, []],
  ])('%j holds %j of the whole', (window, items) => {
    expect(cutPage(LIST, window)).toEqual({ count: 5, items });
  });
});
