import { migrationSpeed } from './migration-task';

describe('migrationSpeed', () => {
  it.each([
    ['a part', 50, 200, 30],
    ['an unknown total', 50, null, null],
    ['more than the source listed', 50, 20, 0],
  ])('tells submissions per second and the seconds left of %s', (_name, done, total, secondsLeft) => {
    expect(migrationSpeed(done, total, 10)).toEqual({ perSecond: 5, secondsLeft });
  });

  it.each([
    ['the first submission', 0, 10],
    ['any time has passed', 5, 0],
  ])('is unknown before %s', (_name, done, seconds) => {
    expect(migrationSpeed(done, 10, seconds)).toBeUndefined();
  });
});
