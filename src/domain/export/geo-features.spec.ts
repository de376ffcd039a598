import type { Content } from '../content/content';
import { DEFAULT_REQUEST, exportOptions } from './export-request';
import { type ExportedForm, ExportPlan } from './export-plan';
import { geoFeatureReader } from './geo-features';

const version = (uid: string, survey: Content['survey']): ExportedForm['versions'][number] => ({
  uid,
  content: { schema: '1', translations: [null], translated: [], settings: {}, survey },
});
const CHILD = [
  { type: 'begin_repeat', name: 'child' },
  { type: 'text', name: 'name' },
];
const VISIT = [
  { type: 'begin_repeat', name: 'visit' },
  { type: 'text', name: 'name' },
  { type: 'geopoint', name: 'at' },
  { type: 'end_repeat' },
];
const END = { type: 'end_repeat' };

it('keeps the answers of a repeat around another one that the newest version has outside of it', () => {
  const form = {
    title: 'Homes',
    versions: [version('v1', [...CHILD, ...VISIT, END]), version('v2', [...CHILD, END, ...VISIT])],
  };
  const plan = new ExportPlan(form, exportOptions({ ...DEFAULT_REQUEST, type: 'geojson', lang: '_xml' }));
  const read = geoFeatureReader(plan, form, { answersOnly: true });
  const properties: unknown[] = [];
  const submission = {
    _id: 12,
    __version__: 'v1',
    child: [
      { 'child/name': 'Bo', 'child/visit': [{ 'child/visit/name': 'Dr Ito', 'child/visit/at': '3 4' }] },
    ],
  };
  plan.forEachRow(submission, [], (row) => {
    const features = read(row);
    if (features.geometries.length > 0) properties.push(features.properties);
  });
  expect(properties).toEqual([expect.objectContaining({ name: 'Bo', 'visit/name': 'Dr Ito' })]);
});
