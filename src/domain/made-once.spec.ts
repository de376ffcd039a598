import { madeOnce } from './made-once';

it('makes nothing before it is asked, and one for all who ask', () => {
  const make = jest.fn(() => ({}));
  const made = madeOnce(make);
  expect(make).not.toHaveBeenCalled();
  expect(made()).toBe(made());
  expect(make).toHaveBeenCalledTimes(1);
});
