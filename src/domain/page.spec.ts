import { paginate } from './page';

const LIST = ['a', 'b', 'c', 'd', 'e'];

describe('paginate', () => {
  it.each([
    [{ limit: 2, start: 0 }, ['a', 'b']],
    [{ limit: 2, start: 4 }, ['e']],
    [{ limit: 9, start: 0 }, LIST],
    [{ limit: 2, start: 5 }, []],
  ])('for %j returns %j', (window, items) => {
    expect(paginate(LIST, window)).toEqual({ count: 5, items });
  });
});
