import { geoTypeOf, readGeometry } from './geometry';

describe('readGeometry', () => {
  it.each([
    ['geopoint', '-21.77907 -7.42305 12.5 4.2', 'Point', '[-7.42305,-21.77907,12.5]'],
    ['geopoint', ' 1  2 ', 'Point', '[2,1]'],
    ['geotrace', '1 2 0 0;3 4 0 0;', 'LineString', '[[2,1,0],[4,3,0]]'],
    ['geoshape', '0 0;0 2;2 0;0 0', 'Polygon', '[[[0,0],[2,0],[0,2],[0,0]]]'],
  ] as const)('reads a %s, %j', (type, answer, shape, coordinates) => {
    expect(readGeometry(type, answer)).toEqual({ type: shape, coordinates: JSON.parse(coordinates) });
  });

  it('reverses a clockwise ring', () => {
    const reversed = readGeometry('geoshape', '0 0;2 0;0 2;0 0');
    expect(reversed).toEqual(readGeometry('geoshape', '0 0;0 2;2 0;0 0'));
  });

  it.each([
    ['geopoint', ''],
    ['geopoint', 'here'],
    ['geopoint', '1'],
    ['geopoint', '1 Infinity'],
    ['geotrace', '1 2'],
    ['geotrace', '1 2;x y'],
    ['geoshape', '1 1;2 2;1 1'],
    ['geoshape', '1 1;2 2;3 1;4 4'],
  ] as const)('returns undefined for a %s %j', (type, answer) => {
    expect(readGeometry(type, answer)).toBeUndefined();
  });
});

describe('geoTypeOf', () => {
  it.each([
    ['1 2 0 0', 'geopoint'],
    ['', 'geopoint'],
    ['1 2 0 0;3 4 0 0;', 'geotrace'],
    ['0 0;0 2;2 0;0 0', 'geoshape'],
    ['0 0;x;2 0;0 0', 'geotrace'],
  ])('tells that %j is a %s', (answer, type) => {
    expect(geoTypeOf(answer)).toBe(type);
  });
});
