import { type MapSettings, placesIn, sourceName } from './places';

const settings = (paths: string[], type: MapSettings['type'] = 'geopoint'): MapSettings => ({
  source: '',
  clusters: '',
  limit: 0,
  isOfEntries: false,
  submissions: '',
  parameters: '',
  type,
  paths: new Set(paths),
  colouring: undefined,
  shown: [],
  tiles: undefined,
  attribution: '',
});
const named = (row: object, paths: string[]) =>
  placesIn({ _id: 7, _attachments: [], _geolocation: [null, null], ...row }, settings(paths)).map((place) => [
    sourceName(place),
    place.geometry.coordinates,
  ]);

describe('placesIn', () => {
  it.each<[string, object, string[], [string, number[]][]]>([
    ['outside repeats', { g: '1 2' }, ['g'], [['Submission 7', [2, 1]]]],
    [
      'in a repeat',
      { r: [{ 'r/g': '1 2' }, { 'r/x': 'y' }, { 'r/g': '3 4' }] },
      ['r/g'],
      [
        ['Submission 7, copy 1', [2, 1]],
        ['Submission 7, copy 3', [4, 3]],
      ],
    ],
    [
      'in a nested repeat',
      { r: [{}, { 'r/s': [{ 'r/s/g': '1 2' }] }] },
      ['r/s/g'],
      [['Submission 7, copy 2.1', [2, 1]]],
    ],
    ['in one copy without a list', { r: { 'r/g': '1 2' } }, ['r/g'], [['Submission 7, copy 1', [2, 1]]]],
    ['of any version', { old: '1 2' }, ['r/g', 'old'], [['Submission 7', [2, 1]]]],
    ['not on Earth', { g: '91 0' }, ['g'], []],
    ['that is no place', { g: 'there' }, ['g'], []],
  ])('reads places %s', (_, row, paths, expected) => {
    expect(named(row, paths)).toEqual(expected);
  });

  it('reads lines and areas in repeats', () => {
    const row = { _id: 7, r: [{ 'r/way': '1 1;2 2' }] };
    expect(placesIn(row, settings(['r/way'], 'geotrace'))).toMatchObject([
      { id: 7, copy: '1', geometry: { type: 'LineString' } },
    ]);
  });

  it('reads entries of a list, by what their texts are', () => {
    const entry = (text: string) => ({ uuid: 'u', label: 'Asha', data: { geometry: text } });
    const read = (text: string) => placesIn(entry(text), { ...settings(['geometry']), isOfEntries: true });
    expect(read('1 2 0 0')).toMatchObject([{ id: 'u', name: 'Asha', geometry: { type: 'Point' } }]);
    expect(sourceName(read('1 2')[0]!)).toBe('Asha');
    expect(read('0 0;0 2;2 0;0 0')).toMatchObject([{ geometry: { type: 'Polygon' } }]);
    expect(read('0 0;0 2')).toMatchObject([{ geometry: { type: 'LineString' } }]);
    expect([read(''), read('there'), read('91 0')]).toEqual([[], [], []]);
  });
});
