import { acceptsAny } from './request';

const JSON_OR_PAGE = ['application/json', 'text/html'];

describe('acceptsAny', () => {
  it.each([
    ['application/json', true],
    ['Application/JSON; charset=utf-8', true],
    ['*/*', true],
    ['text/*', true],
    ['text/csv, application/json;q=0.1', true],
    ['text/html, */*;q=0', true],
    ['application/json;q=0, text/html;q=0, */*', false],
    ['text/csv', false],
    ['nonsense', false],
    ['application/json; q=0', false],
    ['application/json; q=nonsense', false],
  ])('%j: %s', (accept, accepted) => {
    expect(acceptsAny(accept, JSON_OR_PAGE)).toBe(accepted);
  });
});
