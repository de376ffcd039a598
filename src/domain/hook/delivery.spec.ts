import { parseInstance } from '../submission/instance-parser';
import { writeInstance } from '../submission/instance-document';
import { jsonPayload, xmlPayload, deliveryOutcome, type AttemptResult } from './delivery';

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

const responded = (statusCode: number, text = ''): AttemptResult => ({ kind: 'response', statusCode, text });
const NOW = new Date('2026-03-01T08:00:00Z');
const TIMEOUT: AttemptResult = { kind: 'timeout', message: 'no response' };
const UNREACHABLE: AttemptResult = { kind: 'unreachable', message: 'no route' };

describe('deliveryOutcome', () => {
  it.each<[string, AttemptResult, number, string, number | undefined]>([
    ['200', responded(200), 1, 'success', undefined],
    ['299', responded(299), 4, 'success', undefined],
    ['a redirect', responded(301), 1, 'failed', undefined],
    ['500', responded(500), 1, 'pending', 60_000],
    ['429', responded(429), 1, 'pending', 60_000],
    ['400', responded(400), 1, 'failed', undefined],
    ['no route', UNREACHABLE, 1, 'failed', undefined],
    ['502', responded(502), 1, 'pending', 60_000],
    ['503 on the second attempt', responded(503), 2, 'pending', 300_000],
    ['504 on the third attempt', responded(504), 3, 'pending', 1_200_000],
    ['503 on the fourth attempt', responded(503), 4, 'failed', undefined],
    ['503 on a manual retry', responded(503), 5, 'failed', undefined],
    ['a timeout', TIMEOUT, 1, 'pending', 60_000],
    ['a timeout on the fourth attempt', TIMEOUT, 4, 'failed', undefined],
  ])('after %s', (_name, result, tries, status, retryInMs) => {
    expect(deliveryOutcome(result, tries, NOW)).toMatchObject({ status, retryInMs });
  });

  it.each<[retryAfter: string, statusCode: number, tries: number, retryInMs: number | undefined]>([
    ['600', 429, 1, 600_000],
    ['600', 503, 3, 1_200_000],
    [' 90 ', 500, 1, 90_000],
    ['5', 429, 1, 60_000],
    ['0', 429, 2, 300_000],
    ['Sun, 01 Mar 2026 09:00:00 GMT', 429, 1, 3_600_000],
    ['Sun, 01 Mar 2026 07:00:00 GMT', 429, 1, 60_000],
    ['999999999999999999999', 429, 1, 86_400_000],
    ['Sun, 01 Mar 2099 09:00:00 GMT', 503, 1, 86_400_000],
    ['soon', 429, 1, 60_000],
    ['', 429, 1, 60_000],
    ['600', 429, 4, undefined],
    ['600', 400, 1, undefined],
  ])('with Retry-After "%s" on %i, attempt %i', (retryAfter, statusCode, tries, retryInMs) => {
    const result: AttemptResult = { kind: 'response', statusCode, text: '', retryAfter };
    expect(deliveryOutcome(result, tries, NOW).retryInMs).toBe(retryInMs);
  });

  it('strips tags and unstorable characters from the message, and limits its length', () => {
    expect(deliveryOutcome(responded(500, ' <h1 class="x">No\0</h1>\n '), 1, NOW)).toMatchObject({
      statusCode: 500,
      message: 'No',
    });
    expect(deliveryOutcome(responded(500, '\ud800x'.repeat(9_000)), 1, NOW).message).toHaveLength(4096);
    expect(deliveryOutcome(TIMEOUT, 1, NOW)).toMatchObject({ statusCode: null, message: 'no response' });
  });
});
