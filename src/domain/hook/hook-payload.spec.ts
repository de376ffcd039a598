import { parseInstance } from '../submission/instance-parser';
import { writeInstance } from '../submission/instance-writer';
import { jsonPayload, xmlPayload } from './hook-payload';

const SUBMISSION = {
  _id: 7,
  'person/name': 'Asha',
  'person/name_of_dog': 'Rex',
  name: 'top',
  child: [{ 'child/name': 'Ben', 'child/age': '3' }, { 'child/age': '5' }],
  _attachments: [{ question_xpath: 'name' }],
  _geolocation: [null, null],
};
const payload = (subsetFields: string[]): unknown =>
  JSON.parse(jsonPayload(JSON.stringify(SUBMISSION), { subsetFields, template: null }));

describe('jsonPayload', () => {
  it.each<[string[], object]>([
    [[], SUBMISSION],
    [['nothing'], {}],
    [['_id'], { _id: 7 }],
    [['name'], { 'person/name': 'Asha', name: 'top', child: [{ 'child/name': 'Ben' }, {}] }],
    [['person/name'], { 'person/name': 'Asha' }],
    [['person'], { 'person/name': 'Asha', 'person/name_of_dog': 'Rex' }],
    [['child'], { child: SUBMISSION.child }],
    [['child/age'], { child: [{ 'child/age': '3' }, { 'child/age': '5' }] }],
    [['p.rson/name'], {}],
    [['_attachments'], { _attachments: SUBMISSION._attachments }],
  ])('selects %j by name or path', (subset, expected) => {
    expect(payload(subset)).toEqual(expected);
  });

  it('replaces every placeholder of the template, also if answers contain patterns', () => {
    const json = '{"a":"$& $1 %SUBMISSION%"}';
    const template = '{"x": %SUBMISSION%, "y": [%SUBMISSION%]}';
    expect(jsonPayload(json, { subsetFields: [], template })).toBe(`{"x": ${json}, "y": [${json}]}`);
  });
});

describe('xmlPayload', () => {
  const XML =
    '<f id="f"><person><name>Asha</name><age>34</age></person><name>top</name><meta><instanceID>uuid:1</instanceID></meta></f>';
  const written = (subset: string[]): string =>
    writeInstance(xmlPayload(parseInstance(XML), subset)).replace(/^<\?.*\?>/, '');

  it.each<[string[], string]>([
    [[], XML],
    [['name'], '<f id="f"><person><name>Asha</name></person><name>top</name></f>'],
    [['person/age'], '<f id="f"><person><age>34</age></person></f>'],
    [['person'], '<f id="f"><person><name>Asha</name><age>34</age></person></f>'],
    [['nothing'], '<f id="f"/>'],
  ])('selects elements %j by name or path', (subset, expected) => {
    expect(written(subset)).toBe(expected);
  });
});
