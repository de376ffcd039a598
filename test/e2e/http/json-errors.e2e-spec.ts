import { randomUUID } from 'node:crypto';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { startApp, type TestApp, type Verb } from '../../support/app';

/** What V8 says of text that is no JSON, in whichever of its versions, and of what a program then does with it. */
const OF_THE_ENGINE =
  /unexpected (token|end|non-whitespace|string|number)|expected (property|double|',')|position \d|column \d|in json|is not valid json|bad (control|escaped|unicode)|unterminated|no number after|exponent part|undefined|SyntaxError|TypeError|cannot (read|convert)/i;

const SENTENCE = 'JSON parse error - the body is not valid JSON; mend it, or send it as a form.';

const BROKEN: Readonly<Record<string, string>> = {
  'cut off': '{"name":"x"',
  'cut off in a text': '{"name":"x',
  'no JSON': 'hello',
  'with a comma too many': '{"name":"x",}',
  'with single quotes': "{'name':'x'}",
  'with two values': '{"a":1} {"b":2}',
  'with a bare control character': '{"name":"a\nb"}',
  'with a bad escape': '{"name":"\\x"}',
  'with a bad number': '{"name":-}',
  'with a name that is no text': '{1:2}',
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

describe('JSON that can not be read is refused in a sentence of ours', () => {
  it.each(Object.entries(BROKEN))('%s, as a body', async (_, text) => {
    const asked: readonly [Verb, string][] = [
      ['post', '/api/v2/assets/'],
      ['patch', asset()],
      ['patch', '/me/'],
      ['post', asset('data/')],
      ['patch', asset('data/bulk/')],
      ['post', asset('permission-assignments/')],
      ['post', '/api/v2/imports/'],
      ['post', '/submission'],
    ];
    for (const [verb, path] of asked) {
      const { body } = await app.as('owner')[verb](path).type('application/json').send(text).expect(400);
      const told = path === '/submission' ? { error: SENTENCE } : { detail: SENTENCE };
      expect({ path, body: body as unknown }).toEqual({ path, body: told });
    }
  });

  it.each(Object.entries(BROKEN))('%s, as text in a field or a parameter', async (_, text) => {
    const field = app.as('owner').post('/api/v2/assets/').send({ asset_type: 'survey', settings: text });
    const answers = [
      await field,
      await app.as('owner').get(asset('data/')).query({ query: text }),
      await app.as('owner').get(asset('data/')).query({ sort: text }),
      await app.as('owner').get(asset('data/')).query({ fields: text }),
      await app.as('owner').delete(asset('data/bulk/')).type('form').send({ payload: text }),
      await app.as('owner').post('/api/v2/asset_snapshots/').send({ source: text }),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(400);
      expect(JSON.stringify(body).length).toBeGreaterThan(20);
      // Of a parameter it is known what it should have been.
      expect(JSON.stringify(body).replace('Value must be valid JSON.', '')).not.toMatch(OF_THE_ENGINE);
    }
  });

  it('large, and read in a thread', async () => {
    const long = `{"name":"${'x'.repeat(900_000)}","uuid":"${randomUUID()}"`;
    const { body } = await app
      .as('owner')
      .post('/api/v2/assets/')
      .type('application/json')
      .send(long)
      .expect(400);
    expect(body).toEqual({ detail: SENTENCE });
  });
});
