import { groundLabels, type PackedGround, readMapGround } from './map-ground';

/** Two neighbours that share the line x = 4, from y = 0 to 10; a lake; in tenths of a degree. */
const PACKED: PackedGround = {
  unitsPerDegree: 10,
  arcs: [
    [40, 0, 0, 100],
    [40, 100, -40, 0, 0, -100, 40, 0],
    [40, 0, 60, 0, 0, 100, -60, 0],
    [10, 10, 10, 0, 0, 10, -10, -10],
  ],
  countries: [
    { name: 'Westland', rings: [[0, 1]] },
    { name: 'Eastland', rings: [[2, ~0]] },
  ],
  lakes: [{ rings: [[3]] }],
};

describe('readMapGround', () => {
  it('joins lines, also reversed ones, in degrees', () => {
    const { countries, lakes } = readMapGround(PACKED);
    expect(countries.map(({ name, rings }) => [name, rings[0]!.box])).toEqual([
      ['Westland', { west: 0, south: 0, east: 4, north: 10 }],
      ['Eastland', { west: 4, south: 0, east: 10, north: 10 }],
    ]);
    expect(Array.from(countries[1]!.rings[0]!.points)).toEqual([4, 0, 10, 0, 10, 10, 4, 10, 4, 10, 4, 0]);
    expect(lakes[0]!.rings[0]!.box).toEqual({ west: 1, south: 1, east: 2, north: 2 });
  });
});

describe('groundLabels', () => {
  const { countries } = readMapGround(PACKED);

  it('puts names into the widest part of what is visible, the widest first', () => {
    const labels = groundLabels(countries, { west: -90, south: -90, east: 90, north: 90 });
    expect(labels.map(({ name, longitude, width }) => [name, longitude, width])).toEqual([
      ['Eastland', 7, 6],
      ['Westland', 2, 4],
    ]);
  });

  it('names the country around a small box', () => {
    const [label, ...others] = groundLabels(countries, { west: 1, south: 1, east: 2, north: 2 });
    expect(others).toEqual([]);
    expect(label).toMatchObject({ name: 'Westland', longitude: 1.5, latitude: 1.5, width: 1, height: 1 });
  });

  it('names nothing at sea', () => {
    expect(groundLabels(countries, { west: 20, south: 20, east: 30, north: 30 })).toEqual([]);
  });
});
