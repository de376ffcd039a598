import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

/** From contract-service 1.3; the columns are codename, name, implied and contradictory. */
const PERMISSIONS = `
  add_submissions      | Can submit data to asset                                               | -                                          | -
  change_asset         | Can change asset                                                       | view_asset                                 | -
  change_submissions   | Can modify submitted data for asset                                    | add_submissions view_submissions view_asset | partial_submissions
  delete_submissions   | Can delete submitted data for asset                                    | view_submissions view_asset                | partial_submissions
  discover_asset       | Can discover asset in public lists                                     | view_asset                                 | -
  manage_asset         | Can manage all aspects of asset                                        | validate_submissions view_asset change_asset change_submissions view_submissions discover_asset add_submissions delete_submissions | -
  partial_submissions  | Can make partial actions on submitted data for asset for specific users | view_asset                                | view_submissions change_submissions delete_submissions validate_submissions manage_asset
  validate_submissions | Can validate submitted data asset                                      | view_submissions view_asset                | partial_submissions
  view_asset           | Can view asset                                                         | -                                          | -
  view_submissions     | Can view submitted data for asset                                      | view_asset                                 | partial_submissions
`
  .trim()
  .split('\n')
  .map((line) => {
    const [codename = '', name = '', implied = '', contradictory = ''] = line
      .split('|')
      .map((cell) => cell.trim());
    const words = (cell: string): string[] => (cell === '-' ? [] : cell.split(/\s+/));
    return { codename, name, implied: words(implied), contradictory: words(contradictory) };
  });

describe('/api/v2/permissions/', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('ann');
  });
  afterAll(() => app.stop());

  const shown = (suffix = '/') =>
    PERMISSIONS.map(({ codename, name, implied, contradictory }) => {
      const url = (each: string): string => `${app.origin}/api/v2/permissions/${each}${suffix}`;
      return {
        url: url(codename),
        codename,
        implied: implied.map(url),
        contradictory: contradictory.map(url),
        name,
      };
    });

  it.each([ANONYMOUS, 'ann'])('lists the ten permissions of the specification to %s', async (caller) => {
    const { body, headers } = await app.as(caller).get('/api/v2/permissions/').expect(200);
    expect(body).toEqual({ count: 10, next: null, previous: null, results: shown() });
    expect(headers['allow']).toBe('GET, HEAD, OPTIONS');
    expect(headers['content-type']).toBe('application/json');
  });

  it('returns each of them', async () => {
    for (const permission of shown()) {
      const { body, headers } = await app.as(ANONYMOUS).get(new URL(permission.url).pathname).expect(200);
      expect(body).toEqual(permission);
      expect(headers['allow']).toBe('GET, HEAD, OPTIONS');
    }
  });

  it('keeps a suffix in its links', async () => {
    const { body } = await app.as(ANONYMOUS).get('/api/v2/permissions.json').expect(200);
    expect(body.results).toEqual(shown('.json'));
  });

  it('is paginated', async () => {
    const first = await app.as(ANONYMOUS).get('/api/v2/permissions/?limit=4').expect(200);
    expect(first.body).toMatchObject({
      count: 10,
      next: `${app.origin}/api/v2/permissions/?limit=4&start=4`,
      previous: null,
    });
    const last = await app.as(ANONYMOUS).get('/api/v2/permissions/?limit=4&start=8').expect(200);
    expect(last.body).toMatchObject({
      next: null,
      previous: `${app.origin}/api/v2/permissions/?limit=4&start=4`,
      results: shown().slice(8),
    });
  });

  it.each(['post', 'put', 'patch', 'delete'] as const)('returns 405 for %s', async (verb) => {
    for (const path of ['/api/v2/permissions/', '/api/v2/permissions/view_asset/']) {
      const { headers, body } = await app.as('ann')[verb](path).send({}).expect(405);
      expect(headers['allow']).toBe('GET, HEAD, OPTIONS');
      expect(body).toEqual({ detail: `Method "${verb.toUpperCase()}" not allowed.` });
    }
  });

  it.each(['delete_asset', 'VIEW_ASSET', '__proto__', 'constructor', '%00'])(
    'returns 404 for the unknown permission %s',
    async (name) => {
      const { body } = await app.as('ann').get(`/api/v2/permissions/${name}/`).expect(404);
      expect(body).toEqual({ detail: 'Not found.' });
    },
  );

  it('answers HEAD and OPTIONS like GET', async () => {
    const head = await app.as(ANONYMOUS).head('/api/v2/permissions/').expect(200);
    expect(head.headers['content-type']).toBe('application/json');
    const options = await app.as(ANONYMOUS).options('/api/v2/permissions/').expect(200);
    expect(options.headers['allow']).toBe('GET, HEAD, OPTIONS');
  });
});
