import { countTicks, multiplesWithin, roundStep, spreadIndexes } from './chart-frame';

describe('scales', () => {
  it.each([
    [1, 1],
    [1.1, 2],
    [3, 5],
    [7, 10],
    [0.03, 0.05],
    [120, 200],
    [1e-7, 1e-7],
  ])('rounds a step of at least %d to %d', (least, step) => {
    expect(roundStep(least)).toBeCloseTo(step, 12);
  });

  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [9, [0, 5, 10]],
    [200, [0, 50, 100, 150, 200]],
  ])('labels counts up to %d at %j', (max, ticks) => {
    expect(countTicks(max, 4)).toEqual(ticks);
  });

  it('finds multiples between two numbers', () => {
    expect(multiplesWithin(-0.25, 0.3, 0.1).map((each) => Math.round(each * 10))).toEqual([
      -2, -1, 0, 1, 2, 3,
    ]);
    expect(multiplesWithin(0.1, 0.4, 1)).toEqual([]);
  });

  it('spreads a few indexes over a list', () => {
    expect(spreadIndexes(3, 4)).toEqual([0, 1, 2]);
    expect(spreadIndexes(10, 4)).toEqual([0, 3, 6, 9]);
    expect(spreadIndexes(0, 4)).toEqual([]);
  });
});
