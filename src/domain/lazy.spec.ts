import { lazy } from './revalidated-read';

it('creates the value on first use and caches it', () => {
  const create = jest.fn(() => ({}));
  const value = lazy(create);
  expect(create).not.toHaveBeenCalled();
  expect(value()).toBe(value());
  expect(create).toHaveBeenCalledTimes(1);
});
