import type { Content } from '../content/content';
import { featureReader } from './feature-reader';

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
    expect(read(question)(ANSWERS, 3)).toEqual({ type: 'Feature', geometry, properties: OTHERS });
  });

  it('returns the selected fields', () => {
    expect(read('point', ['site/kind'])(ANSWERS, 1)).toEqual({
      type: 'Feature',
      geometry: POINT,
      properties: { 'site/kind': 'well', _index: 1 },
    });
  });

  it('has no geometry without a valid geo answer', () => {
    expect(read(undefined)({ 'site/line': 'there', moved: 'x' }, 1)).toEqual({
      type: 'Feature',
      geometry: null,
      properties: { moved: 'x', _index: 1 },
    });
  });

  it('reads a submission by its own version, and omits _index without repeats', () => {
    const form = { title: '', versions: VERSIONS.slice(0, 1) };
    expect(
      featureReader(form, { question: undefined, fields: [] })({ 'g/moved': 'then', was: 'x' }, 7),
    ).toEqual({
      type: 'Feature',
      geometry: null,
      properties: { was: 'x', 'g/moved': 'then' },
    });
  });
});
