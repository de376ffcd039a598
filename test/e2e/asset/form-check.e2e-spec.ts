import { grant, makeDeployedAsset } from '../../factories/asset.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

const BROKEN = {
  survey: [
    { type: 'text', name: 'name', label: 'Name' },
    { type: 'text', name: 'other', label: 'Other', relevant: "${nothing} = 'x'" },
  ],
};

let app: TestApp;
let uid: string;
const callers = ['owner', 'editor', 'viewer', 'stranger'] as const;

beforeAll(async () => {
  app = await startApp();
  for (const name of callers) await app.addUser(name);
  ({ uid } = await makeDeployedAsset(app, { name: 'Wells' }));
  await grant(app, uid, 'editor', ['change_asset']);
  await grant(app, uid, 'viewer', ['view_asset']);
});
afterAll(() => app.stop());

const asset = (): string => `/api/v2/assets/${uid}/`;
const versionOf = async (): Promise<string> =>
  (await app.as('owner').get(asset()).expect(200)).body.version_id as string;

describe('checking content', () => {
  it.each([
    ['owner', 200],
    ['editor', 200],
    ['viewer', 403],
    ['stranger', 404],
  ] as const)('answers %s with %i', async (caller, status) => {
    await app.as(caller).post(`${asset()}check/`).send({ content: BROKEN }).expect(status);
  });

  it('answers an anonymous caller with 401', async () => {
    await app.as(ANONYMOUS).post(`${asset()}check/`).send({ content: BROKEN }).expect(401);
  });

  it('locates problems by sheet, row and column, and saves nothing', async () => {
    const before = await versionOf();
    const { body } = await app.as('owner').post(`${asset()}check/`).send({ content: BROKEN }).expect(200);
    expect(body).toMatchObject({ problems: [{ sheet: 'survey', row: 3, column: 'relevant' }], warnings: [] });
    expect(await versionOf()).toBe(before);
  });

  it('lists warnings of a form without problems', async () => {
    const content = {
      survey: [
        { type: 'audit', name: 'audit' },
        { type: 'text', name: 'name', label: 'Name' },
      ],
    };
    const { body } = await app.as('owner').post(`${asset()}check/`).send({ content }).expect(200);
    expect(body.problems).toEqual([]);
    expect(body.warnings).not.toEqual([]);
  });

  it('writes problems and warnings in the language that is asked for, else in English', async () => {
    const check = async (language: string, content: object) =>
      (await app.as('owner').post(`${asset()}check/?language=${language}`).send({ content }).expect(200))
        .body;
    const { problems } = await check('fr', BROKEN);
    expect(problems).toMatchObject([{ sheet: 'survey', row: 3, column: 'relevant' }]);
    expect(problems[0].message).toContain('Il n’y a ni question ni groupe');
    const doubtful = { survey: [{ type: 'audit', name: 'audit' }] };
    const inEnglish = await check('xx', doubtful);
    expect(inEnglish.warnings[0]).toMatch(/^survey(, row 2.*)?: /);
    expect((await check('fr', doubtful)).warnings[0]).toMatch(/^survey(, ligne 2.*)? : /);
  });

  it('says in that language why a save is refused, else in English', async () => {
    const saved = async (query: string) => {
      const content = { survey: [], translations: ['English', 'English'] };
      const response = await app.as('owner').patch(`${asset()}${query}`).send({ content }).expect(400);
      return (response.body as { content: string[] }).content;
    };
    expect(await saved('')).toEqual(['translations: name each language once.']);
    expect(await saved('?language=fr')).toEqual(['translations : nommez chaque langue une seule fois.']);
    expect(await saved('?language=xx')).toEqual(['translations: name each language once.']);
  });

  it('refuses what is no form', async () => {
    await app
      .as('owner')
      .post(`${asset()}check/`)
      .send({ content: { survey: 'x' } })
      .expect(400);
  });
});

describe('base_version_id', () => {
  const content = (label: string): object => ({ survey: [{ type: 'text', name: 'name', label }] });

  it('refuses a change of an older version with 409, and saves nothing', async () => {
    const base = await versionOf();
    await app
      .as('owner')
      .patch(asset())
      .send({ content: content('One') })
      .expect(200);
    const newest = await versionOf();
    const change = { content: content('Two'), base_version_id: base };
    const { body } = await app.as('editor').patch(asset()).send(change).expect(409);
    expect(body.detail).toContain('newer version');
    expect(await versionOf()).toBe(newest);
  });

  it('accepts a change of the newest version', async () => {
    const change = { content: content('Three'), base_version_id: await versionOf() };
    const { body } = await app.as('editor').patch(asset()).send(change).expect(200);
    expect(body.version_id).not.toBe(change.base_version_id);
  });

  it('lets one of two changes at once pass', async () => {
    const base = await versionOf();
    const responses = await Promise.all(
      ['Four', 'Five'].map((label) =>
        app
          .as('owner')
          .patch(asset())
          .send({ content: content(label), base_version_id: base }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});
