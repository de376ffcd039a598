import { grant, makeAsset } from '../../factories/asset.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'viewer', 'stranger']) await app.addUser(name);
});
afterAll(() => app.stop());

const api = (uid: string, below = ''): string => `/api/v2/assets/${uid}/${below}`;
const versions = (uid: string, query = '', as = 'owner') => app.as(as).get(api(uid, `versions/${query}`));
const save = (uid: string, ...questions: string[]) =>
  app
    .as('owner')
    .patch(api(uid))
    .send({ content: { survey: questions.map((name) => ({ type: 'text', name, label: name })) } })
    .expect(200);
const deploy = (uid: string, verb: 'post' | 'patch') =>
  app
    .as('owner')
    [verb](api(uid, 'deployment/'))
    .send(verb === 'post' ? { active: true } : {});

interface Version {
  readonly uid: string;
  readonly url: string;
  readonly date_deployed: string | false;
  readonly date_modified: string;
  readonly version_number: string;
}

/** Makes two drafts, a deployment, a draft, another deployment and two more drafts. */
async function history(): Promise<string> {
  const { uid } = await makeAsset(app);
  await save(uid, 'a');
  await save(uid, 'a', 'b');
  await deploy(uid, 'post').expect(201);
  await save(uid, 'a', 'b', 'c');
  await save(uid, 'a', 'b', 'd');
  await deploy(uid, 'patch').expect(200);
  await save(uid, 'a');
  await app.as('owner').patch(api(uid)).send({ name: 'Another name' }).expect(200);
  return uid;
}

describe('the versions of an asset', () => {
  it('are numbered as deployments and drafts, newest first', async () => {
    const { body } = await versions(await history()).expect(200);
    const found = body.results as Version[];
    expect(body).toMatchObject({ count: 7, next: null, previous: null });
    expect(found.map(({ version_number }) => version_number)).toEqual([
      '2.2',
      '2.1',
      '2',
      '1.1',
      '1',
      '0.2',
      '0.1',
    ]);
    expect(
      found.map(({ date_deployed, date_modified }) => date_deployed === date_modified || date_deployed),
    ).toEqual([false, false, true, false, true, false, false]);
  });

  it.each([
    ['?deployed=true', ['2', '1']],
    ['?deployed=True', ['2', '1']],
    ['?deployed=false', ['2.2', '2.1', '1.1', '0.2', '0.1']],
    ['?limit=2&start=2', ['2', '1.1']],
  ])('%s shows %j', async (query, numbers) => {
    const { body } = await versions(await history(), query).expect(200);
    expect((body.results as Version[]).map(({ version_number }) => version_number)).toEqual(numbers);
  });

  it('return their own content each', async () => {
    const uid = await history();
    const { body } = await versions(uid).expect(200);
    const first = (body.results as Version[]).at(-2)!;
    const { body: one } = await app.as('owner').get(new URL(first.url).pathname).expect(200);
    expect(one).toMatchObject(first);
    expect((one.content.survey as { name: string }[]).map(({ name }) => name)).toEqual(['a']);
  });

  it('don’t exist for collections and aren’t created by settings or tags', async () => {
    const { uid: shelf } = await makeAsset(app, { asset_type: 'collection', content: {} });
    expect((await versions(shelf).expect(200)).body).toMatchObject({ count: 0, results: [] });
    const { uid } = await makeAsset(app);
    await app
      .as('owner')
      .patch(api(uid))
      .send({ settings: { description: 'x' }, tag_string: 'y' })
      .expect(200);
    expect((await versions(uid).expect(200)).body.count).toBe(1);
  });

  it('are readable with view_asset', async () => {
    const { uid, version_id } = await makeAsset(app);
    const one = `${String(version_id)}/`;
    await grant(app, uid, 'viewer', ['view_asset']);
    for (const path of ['', one]) {
      await versions(uid, path, 'viewer').expect(200);
      await versions(uid, path, 'stranger').expect(404);
      await versions(uid, path, ANONYMOUS).expect(404);
    }
    await grant(app, uid, ANONYMOUS, ['view_asset']);
    await versions(uid, one, ANONYMOUS).expect(200);
  });

  it('of another asset or unknown return 404; writes return 405', async () => {
    const { uid } = await makeAsset(app);
    const other = await makeAsset(app);
    await versions(uid, `${String(other['version_id'])}/`).expect(404);
    await versions(uid, 'vvvvvvvvvvvvvvvvvvvvvv/').expect(404);
    for (const verb of ['post', 'patch', 'delete'] as const) {
      await app.as('owner')[verb](api(uid, 'versions/')).send({}).expect(405);
      await app.as('stranger')[verb](api(uid, 'versions/')).send({}).expect(404);
    }
  });

  it('include a change of the languages (contract-assets 2.5)', async () => {
    const { uid } = await makeAsset(app, {
      content: { survey: [{ type: 'text', name: 'a', 'label::English': 'Name', 'label::French': 'Nom' }] },
    });
    const change = (translations: unknown) =>
      app.as('owner').patch(`/api/v2/assets/${uid}/`).send({ translations });
    const shown = (body: { content: { translations: unknown; survey: { label: unknown }[] } }) => [
      body.content.translations,
      body.content.survey[0]!.label,
    ];
    const { body: reordered } = await change(['French', 'English']).expect(200);
    expect(shown(reordered)).toEqual([
      ['French', 'English'],
      ['Nom', 'Name'],
    ]);
    expect(reordered).toMatchObject({ version_count: 2, summary: { languages: ['French', 'English'] } });
    const { body: one } = await change('["French"]').expect(200);
    expect(shown(one)).toEqual([['French'], ['Nom']]);
    for (const refused of [['a', 'b'], 'French', null, []]) {
      const { body } = await change(refused).expect(400);
      expect(body).toEqual({ translations: [expect.any(String)] });
    }
    const content = { survey: [{ type: 'text', name: 'b', label: 'B' }] };
    const { body: other } = await app
      .as('owner')
      .patch(`/api/v2/assets/${uid}/`)
      .send({ content, translations: ['German'] })
      .expect(200);
    expect(other.content.translations).not.toContain('German');
  });
});
