import { startApp, type TestApp } from '../../support/app';

/** More than 32 KB of JSON, which another thread parses. */
const MANY = Array.from({ length: 3_000 }, (_, index) => ({
  uuid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  label: `Household "${index}", [Kisumu]`,
  data: { village: `Village ${index % 7}` },
}));

describe('an upload of many entries as JSON', () => {
  let app: TestApp;
  let entities: string;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    const list = { name: 'households', properties: ['village'] };
    const { body } = await app.as('owner').post('/api/v2/entity-lists/').send(list).expect(201);
    entities = `/api/v2/entity-lists/${body.uid}/entities/`;
  });
  afterAll(() => app.stop());

  const upload = (sent: object, query = '') => app.as('owner').post(`${entities}bulk/${query}`).send(sent);
  const count = async () => (await app.as('owner').get(`${entities}?limit=1`).expect(200)).body.count;

  it('says which of them is wrong, and stores none', async () => {
    for (const [wrong, message] of [
      [{ label: 'Asha', data: { village: {} } }, 'Entry 2501: '],
      ['Asha', 'Entry 2501 is not an object.'],
    ] as const) {
      const { body } = await upload({ entities: MANY.with(2_500, wrong as never) }).expect(400);
      expect(body).toEqual({ entities: [expect.stringContaining(message)] });
    }
    const { body } = await upload({ entities: { list: MANY } }).expect(400);
    expect(body).toEqual({ entities: ['Expected a list of entries.'] });
    expect(await count()).toBe(0);
  });

  it('is previewed, stored as it was sent, and updated', async () => {
    const preview = await upload({ entities: MANY }, '?preview=true').expect(200);
    expect(preview.body).toMatchObject({ created: 3_000, refused: 0 });
    expect(await count()).toBe(0);
    const stored = await upload({ entities: MANY }).expect(201);
    expect(stored.body).toMatchObject({ created: 3_000 });
    const { uuid, label, data } = MANY[2_999]!;
    const { body } = await app.as('owner').get(`${entities}${uuid}/`).expect(200);
    expect(body).toMatchObject({ uuid, label, data, version: 1 });
    const changed = MANY.map((each, index) => (index < 10 ? { ...each, data: { village: 'Siaya' } } : each));
    const updated = await upload({ entities: changed, update: true }).expect(201);
    expect(updated.body).toMatchObject({ created: 0, updated: 10, unchanged: 2_990 });
  });
});
