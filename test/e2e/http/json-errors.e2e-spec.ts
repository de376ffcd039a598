import { randomUUID } from 'node:crypto';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { startApp, type TestApp, type Verb } from '../../support/app';

/** Error texts of V8, which no response may contain. */
const V8_MESSAGES =
  /unexpected (token|end|non-whitespace|string|number)|expected (property|double|',')|position \d|column \d|in json|is not valid json|bad (control|escaped|unicode)|unterminated|no number after|exponent part|undefined|SyntaxError|TypeError|cannot (read|convert)/i;

const MESSAGE = 'JSON parse error - the body is not valid JSON. Correct it, or send a form.';

const BROKEN: Readonly<Record<string, string>> = {
  'cut off': '{"name":"x"',
  'cut off in a string': '{"name":"x',
  'no JSON': 'hello',
  'with a trailing comma': '{"name":"x",}',
  'with single quotes': "{'name':'x'}",
  'with two values': '{"a":1} {"b":2}',
  'with a bare control character': '{"name":"a\nb"}',
  'with a bad escape': '{"name":"\\x"}',
  'with a bad number': '{"name":-}',
  'with an unquoted key': '{1:2}',
  'with NaN': '{"name":NaN}',
};

let app: TestApp;
let uid: string;

beforeAll(async () => {
  app = await startApp();
  await app.addUser('owner');
  ({ uid } = await makeDeployedAsset(app));
});
afterAll(() => app.stop());

const asset = (below = ''): string => `/api/v2/assets/${uid}/${below}`;

describe('malformed JSON returns a message of the service', () => {
  it.each(Object.entries(BROKEN))('%s, as a body', async (_, text) => {
    const requests: readonly [Verb, string][] = [
      ['post', '/api/v2/assets/'],
      ['patch', asset()],
      ['patch', '/me/'],
      ['post', asset('data/')],
      ['patch', asset('data/bulk/')],
      ['post', asset('permission-assignments/')],
      ['post', '/api/v2/imports/'],
      ['post', '/submission'],
    ];
    for (const [verb, path] of requests) {
      const { body } = await app.as('owner')[verb](path).type('application/json').send(text).expect(400);
      const expected = path === '/submission' ? { error: MESSAGE } : { detail: MESSAGE };
      expect({ path, body: body as unknown }).toEqual({ path, body: expected });
    }
  });

  it.each(Object.entries(BROKEN))('%s, as text in a field or a parameter', async (_, text) => {
    const field = app.as('owner').post('/api/v2/assets/').send({ asset_type: 'survey', settings: text });
    const responses = [
      await field,
      await app.as('owner').get(asset('data/')).query({ query: text }),
      await app.as('owner').get(asset('data/')).query({ sort: text }),
      await app.as('owner').get(asset('data/')).query({ fields: text }),
      await app.as('owner').delete(asset('data/bulk/')).type('form').send({ payload: text }),
      await app.as('owner').post('/api/v2/asset_snapshots/').send({ source: text }),
    ];
    for (const { status, body } of responses) {
      expect(status).toBe(400);
      expect(JSON.stringify(body).length).toBeGreaterThan(20);
      // The message for a parameter names the expected type.
      expect(JSON.stringify(body).replace('Value must be valid JSON.', '')).not.toMatch(V8_MESSAGES);
    }
  });

  it('if large, parsed in a worker thread', async () => {
    const long = `{"name":"${'x'.repeat(900_000)}","uuid":"${randomUUID()}"`;
    const { body } = await app
      .as('owner')
      .post('/api/v2/assets/')
      .type('application/json')
      .send(long)
      .expect(400);
    expect(body).toEqual({ detail: MESSAGE });
  });
});
