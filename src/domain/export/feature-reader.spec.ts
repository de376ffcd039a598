import type { Content } from '../content/content';
import { featureOfSubmission, featureReader } from './feature-reader';

const content = (survey: object[]): Content =>
  ({ survey, translations: [null], choices: [], settings: {} }) as unknown as Content;
const OLD = content([
  { type: 'text', name: 'was' },
  { type: 'begin_group', name: 'g' },
  { type: 'text', name: 'moved' },
  { type: 'end_group' },
]);
const NEW = content([
  { type: 'start-geopoint', name: 'device' },
  { type: 'audit', name: 'audit' },
  { type: 'text', name: 'moved' },
  { type: 'begin_group', name: 'site' },
  { type: 'geotrace', name: 'line' },
  { type: 'geopoint', name: 'point' },
  { type: 'text', name: 'kind' },
  { type: 'end_group' },
  { type: 'begin_repeat', name: 'tree' },
  { type: 'geopoint', name: 'stem' },
  { type: 'end_repeat' },
]);
const VERSIONS = [
  { uid: 'v1', content: OLD },
  { uid: 'v2', content: NEW },
];
const FORM = { title: 'Trees', versions: VERSIONS };
const ANSWERS = {
  __version__: 'v2',
  device: '1 2 3 4.5',
  'meta/audit': 'audit.csv',
  moved: 'now',
  'site/line': '1 2 0 0;3 4 0 0',
  'site/point': '1 2 5 0',
  'site/kind': 'well',
  tree: [{ 'tree/stem': '9 9 0 0' }],
  'meta/instanceID': 'uuid:x',
};
const OTHERS = {
  device: '1 2 3 4.5',
  _device_latitude: '1',
  _device_longitude: '2',
  _device_altitude: '3',
  _device_precision: '4.5',
  audit: 'audit.csv',
  moved: 'now',
  'site/kind': 'well',
  _index: 3,
};
const LINE = {
  type: 'LineString',
  coordinates: [
    [2, 1, 0],
    [4, 3, 0],
  ],
};
const POINT = { type: 'Point', coordinates: [2, 1, 5] };
const read = (question: string | undefined, fields: readonly string[] = []) =>
  featureReader(FORM, { question, fields });

describe('featureReader', () => {
  it.each([
    [undefined, LINE],
    ['line', LINE],
    ['point', POINT],
    ['site/point', POINT],
    ['stem', null],
    ['kind', null],
    ['nonsense', null],
  ])('reads the geometry of question %j', (question, geometry) => {
    expect(read(question)(ANSWERS, 3)[0]).toEqual({ type: 'Feature', geometry, properties: OTHERS });
  });

  it('returns the selected fields', () => {
    expect(read('point', ['site/kind'])(ANSWERS, 1)[0]).toEqual({
      type: 'Feature',
      geometry: POINT,
      properties: { 'site/kind': 'well', _index: 1 },
    });
  });

  it('has no geometry without a valid geo answer', () => {
    expect(read(undefined)({ 'site/line': 'there', moved: 'x' }, 1)).toEqual([
      { type: 'Feature', geometry: null, properties: { moved: 'x', _index: 1 } },
    ]);
  });

  it('reads a submission by its own version, and omits _index without repeats', () => {
    const form = { title: '', versions: VERSIONS.slice(0, 1) };
    expect(
      featureReader(form, { question: undefined, fields: [] })({ 'g/moved': 'then', was: 'x' }, 7),
    ).toEqual([{ type: 'Feature', geometry: null, properties: { was: 'x', 'g/moved': 'then' } }]);
  });
});

describe('the default question', () => {
  const point = (name: string) => ({ type: 'geopoint', name });
  const repeat = [{ type: 'begin_repeat', name: 'r' }, point('place'), { type: 'end_repeat' }];
  const at = (newest: object[], answers: Readonly<Record<string, string>>) => {
    const versions = [
      { uid: 'v1', content: content([point('extra'), point('place')]) },
      { uid: 'v2', content: content(newest) },
    ];
    const features = featureReader({ title: '', versions }, { question: undefined, fields: [] });
    return features({ __version__: 'v1', ...answers }, 1)[0].geometry;
  };

  it('is the own first of a version that lacks that of the newest', () => {
    expect(at(repeat, { extra: '1 2 5 0', place: '3 3 0 0' })).toEqual(POINT);
    expect(at([point('renamed')], { extra: '1 2 5 0' })).toEqual(POINT);
    expect(at([{ type: 'text', name: 'extra' }], { extra: '1 2 5 0' })).toEqual(POINT);
  });

  it('is that of the newest where both have it', () => {
    expect(at([point('place')], { extra: '3 3 0 0', place: '1 2 5 0' })).toEqual(POINT);
    expect(at([point('place')], { extra: '3 3 0 0' })).toBeNull();
  });
});

describe('features in repeats', () => {
  const V1 = content([
    { type: 'begin_repeat', name: 'kid' },
    { type: 'text', name: 'name' },
    { type: 'geopoint', name: 'at' },
    { type: 'end_repeat' },
  ]);
  const V2 = content([
    { type: 'text', name: 'name' },
    { type: 'geopoint', name: 'home' },
    { type: 'begin_group', name: 'family' },
    { type: 'begin_repeat', name: 'kid' },
    { type: 'text', name: 'name' },
    { type: 'geopoint', name: 'at' },
    { type: 'begin_repeat', name: 'trip' },
    { type: 'geotrace', name: 'way' },
    { type: 'geoshape', name: 'area' },
    { type: 'text', name: 'by' },
    { type: 'end_repeat' },
    { type: 'end_repeat' },
    { type: 'begin_repeat', name: 'meal' },
    { type: 'text', name: 'dish' },
    { type: 'end_repeat' },
    { type: 'end_group' },
  ]);
  const form = {
    title: 'Homes',
    versions: [
      { uid: 'v1', content: V1 },
      { uid: 'v2', content: V2 },
    ],
  };
  const features = (question: string | undefined, answers: object, fields: string[] = []) =>
    featureReader(form, { question, fields })({ _id: 12, ...answers }, 5);
  const trip = (way: string, by: string) => ({ 'family/kid/trip/way': way, 'family/kid/trip/by': by });
  const TWO_KIDS = {
    __version__: 'v2',
    name: 'Ann',
    home: '1 2 0 0',
    'family/kid': [
      { 'family/kid/name': 'Bo', 'family/kid/at': '3 4', 'family/kid/trip': [trip('1 1;2 2', 'bus')] },
      {
        'family/kid/name': 'Cy',
        'family/kid/at': 'nowhere',
        'family/kid/trip': [trip('1 1', 'boat'), { 'family/kid/trip/area': '0 0;0 1;1 1;0 0' }],
      },
    ],
    'family/meal': [{ 'family/meal/dish': 'rice' }],
  };
  const BO = {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [4, 3] },
    properties: {
      name: 'Ann',
      'family/kid/name': 'Bo',
      _id: 12,
      _index: 1,
      _parent_table_name: 'Homes',
      _parent_index: 5,
    },
  };
  const BUS = {
    type: 'Feature',
    geometry: {
      type: 'LineString',
      coordinates: [
        [1, 1],
        [2, 2],
      ],
    },
    properties: {
      name: 'Ann',
      'family/kid/name': 'Bo',
      'family/kid/trip/by': 'bus',
      _id: 12,
      _index: 1,
      _parent_table_name: 'kid',
      _parent_index: 1,
    },
  };
  const AREA = {
    properties: {
      name: 'Ann',
      'family/kid/name': 'Cy',
      _id: 12,
      _index: 3,
      _parent_table_name: 'kid',
      _parent_index: 2,
    },
  };

  it('have the answers of their copy and of those around it', () => {
    const [own, ...copies] = features(undefined, TWO_KIDS);
    expect(own).toEqual({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [2, 1, 0] },
      properties: { name: 'Ann', _index: 5 },
    });
    expect(copies).toEqual([BO, BUS, expect.objectContaining(AREA)]);
    expect(copies[2]!.geometry).toMatchObject({ type: 'Polygon' });
  });

  it.each([
    ['home', []],
    ['at', [BO]],
    ['kid/at', [BO]],
    ['family/kid/at', [BO]],
    ['family/kid/trip/way', [BUS]],
    ['name', []],
  ])('are those of the question %s', (question, copies) => {
    expect(features(question, TWO_KIDS).slice(1)).toEqual(copies);
  });

  it('have the selected fields', () => {
    expect(
      features('at', TWO_KIDS, ['name'])
        .slice(1)
        .map(({ properties }) => properties),
    ).toEqual([{ name: 'Ann', _id: 12, _index: 1, _parent_table_name: 'Homes', _parent_index: 5 }]);
  });

  it.each([
    ['a list', [{ 'kid/at': '3 4' }]],
    ['one copy without a list', { 'kid/at': '3 4' }],
  ])('are read by the path of the version: %s', (_, kid) => {
    for (const question of [undefined, 'at', 'kid/at', 'family/kid/at']) {
      expect(features(question, { __version__: 'v1', kid }).slice(1)).toMatchObject([
        { geometry: { type: 'Point', coordinates: [4, 3] }, properties: { _index: 1 } },
      ]);
    }
  });

  it('are the geometry of one submission without another', () => {
    expect(featureOfSubmission([...features('at', TWO_KIDS)])).toMatchObject({
      geometry: { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [4, 3] }] },
      properties: { name: 'Ann' },
    });
    expect(featureOfSubmission(features(undefined, TWO_KIDS))).toMatchObject({ geometry: { type: 'Point' } });
    expect(featureOfSubmission(features('at', { name: 'Ann' }))).toMatchObject({ geometry: null });
  });
});
