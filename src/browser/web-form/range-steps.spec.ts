import { RangeSteps } from './range-input';

describe('RangeSteps', () => {
  it.each([
    ['0', '10', '3', ['0', '3', '6', '9']],
    ['1', '10', '2', ['1', '3', '5', '7', '9']],
    ['-5', '5', '5', ['-5', '0', '5']],
    ['0', '0.3', '0.1', ['0.0', '0.1', '0.2', '0.3']],
    ['0', '0.02', '0.005', ['0.000', '0.005', '0.010', '0.015', '0.020']],
    ['0', '0.0000003', '0.0000001', ['0.0000000', '0.0000001', '0.0000002', '0.0000003']],
    ['0', '2', '0', ['0', '1', '2']],
  ])('has the values of %s to %s by %s', (start, end, step, values) => {
    const steps = new RangeSteps({ start: Number(start), end: Number(end), step: Number(step) });
    expect(Array.from({ length: steps.count + 1 }, (_, index) => steps.valueAt(index))).toEqual(values);
    expect(values.map((value) => Math.round(steps.indexOf(value)))).toEqual([...values.keys()]);
    expect([steps.valueAt(-1), steps.valueAt(99), steps.last]).toEqual([
      values[0],
      values.at(-1),
      values.at(-1),
    ]);
  });
});
