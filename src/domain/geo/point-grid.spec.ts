import { gridPoints } from './geometry';

const points = (...pairs: readonly (readonly [number, number])[]) => Float64Array.from(pairs.flat());

it('has no cell without a point', () => {
  expect(gridPoints(points())).toEqual([]);
});

it('puts points at one place into one cell', () => {
  expect(gridPoints(points([3, 4], [3, 4]))).toEqual([{ latitude: 3, longitude: 4, answers: 2 }]);
});

it('shows each cell at the mean of its points, most first', () => {
  const cells = gridPoints(points([0, 0], [48, 64], [48, 64], [10.25, 20.5], [10.75, 20.25], [10.5, 20.75]));
  expect(cells).toEqual([
    { latitude: 10.5, longitude: 20.5, answers: 3 },
    { latitude: 48, longitude: 64, answers: 2 },
    { latitude: 0, longitude: 0, answers: 1 },
  ]);
});

it('keeps the easternmost points apart from the westernmost of the next row', () => {
  expect(gridPoints(points([0.5, 64], [1.5, 0], [0, 0], [48, 0])).every(({ answers }) => answers === 1)).toBe(
    true,
  );
});
