import { grant, makeAsset } from '../../factories/asset.factory';
import { importFile, WELLS } from '../../factories/import.factory';
import { workbook } from '../../factories/workbook.factory';
import { startApp, type TestApp } from '../../support/app';

const survey = (...rows: string[][]) => ({ survey: [['type', 'name', 'label'], ...rows] });

const assetOf = async (app: TestApp, uid: string) =>
  (await app.as('owner').get(`/api/v2/assets/${uid}/`).expect(200)).body as Record<string, unknown>;

const countAssets = async (app: TestApp): Promise<number> =>
  (await app.rows<{ count: number }>('SELECT count(*)::int AS count FROM asset'))[0]!.count;

describe('an import', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'editor', 'viewer', 'stranger']) await app.addUser(name);
  });
  afterAll(() => app.stop());

  it('creates a collection from a library, with its blocks and questions, atomically', async () => {
    const library = (name: string) =>
      workbook({
        library: [
          ['block', 'name', 'type', 'label'],
          ['Water', 'well', 'text', 'Which well?'],
          ['', name, 'integer', 'How old?'],
          ['', 'nothing', '', 'A row without a type is none'],
          ['Water', 'pump', 'select_one state', 'Which pump?'],
        ],
        choices: [
          ['list_name', 'name', 'label'],
          ['state', 'works', 'Works'],
          ['other', 'x', 'X'],
        ],
      });
    const { status, messages } = await importFile(app, library('age'), { name: 'Shelf' });
    expect(status).toBe('complete');
    const { uid } = messages.created![0]!;
    expect(messages).toEqual({ created: [{ uid, kind: 'collection', owner__username: 'owner' }] });
    expect(await assetOf(app, uid)).toMatchObject({ name: 'Shelf', asset_type: 'collection' });
    const { body } = await app
      .as('owner')
      .get(`/api/v2/assets/?q=parent__uid:${uid}&ordering=name`)
      .expect(200);
    const children = body.results as { uid: string; name: string; asset_type: string }[];
    expect(children.map(({ name, asset_type }) => [name, asset_type])).toEqual([
      ['How old?', 'question'],
      ['Water', 'block'],
    ]);
    const { content } = await assetOf(app, children[1]!.uid);
    expect(content).toMatchObject({
      survey: [{ name: 'well' }, { name: 'pump' }],
      choices: [{ name: 'works' }],
    });
    expect((content as { choices: object[] }).choices).toHaveLength(1);
    const before = await countAssets(app);
    expect(await importFile(app, library('bad name!'), { name: 'Shelf' })).toMatchObject({ status: 'error' });
    expect(await countAssets(app)).toBe(before);
  });

  describe('the destination of an import', () => {
    it('is overwritten: one more version of the same asset', async () => {
      const { uid } = await makeAsset(app, { name: 'Old' });
      const before = await countAssets(app);
      const { status, messages } = await importFile(app, WELLS, {
        destination: `/api/v2/assets/${uid}/`,
        name: 'For a new asset',
      });
      expect(status).toBe('complete');
      expect(messages).toEqual({
        updated: [
          {
            uid,
            kind: 'asset',
            owner__username: 'owner',
            summary: expect.objectContaining({ row_count: 1, labels: ['Which well?'] }) as object,
          },
        ],
        audit_logs: [
          {
            asset_uid: uid,
            asset_id: expect.any(Number) as number,
            latest_version_uid: expect.stringMatching(/^v/) as string,
            ip_address: '127.0.0.1',
            source: null,
            old_name: 'Old',
            new_name: 'Old',
            project_owner: 'owner',
          },
        ],
      });
      const asset = await assetOf(app, uid);
      expect(asset).toMatchObject({ name: 'Old', asset_type: 'survey', version_count: 2 });
      expect(messages.audit_logs![0]!.latest_version_uid).toBe(asset['version_id']);
      expect(await countAssets(app)).toBe(before);
    });

    it('keeps its type and its settings, although the library flag is absent', async () => {
      const { uid } = await makeAsset(app, { asset_type: 'template' });
      const file = workbook({ ...survey(['text', 'a', 'A']), settings: [['style'], ['pages']] });
      expect(
        (await importFile(app, file, { destination: `${app.origin}/api/v2/assets/${uid}.json` })).status,
      ).toBe('complete');
      expect(await assetOf(app, uid)).toMatchObject({
        asset_type: 'template',
        content: { settings: { style: 'pages' } },
      });
    });

    it.each([
      ['owner', 'complete'],
      ['editor', 'complete'],
      ['viewer', 'error'],
      ['stranger', 'error'],
    ])('of type %s ends with status %s', async (by, expected) => {
      const { uid } = await makeAsset(app);
      await grant(app, uid, 'editor', ['change_asset']);
      await grant(app, uid, 'viewer', ['view_asset']);
      const { status, messages } = await importFile(app, WELLS, {
        by,
        destination: `/api/v2/assets/${uid}/`,
      });
      expect(status).toBe(expected);
      if (expected === 'error') {
        expect(messages).toMatchObject({ error: 'user cannot update asset' });
        expect(await assetOf(app, uid)).toMatchObject({ version_count: 1 });
      } else {
        expect(messages).toMatchObject({ updated: [{ uid, owner__username: by }] });
      }
    });

    it.each<[string, string, Buffer, RegExp]>([
      ['a collection', 'collection', WELLS, /cannot import into a collection at this time/],
      [
        'a sheet of library items',
        'survey',
        workbook({
          library: [
            ['type', 'name'],
            ['text', 'a'],
          ],
        }),
        /libraries cannot be imported into assets/,
      ],
      ['a form with mistakes', 'survey', workbook(survey(['text', 'a b', 'A'])), /row 2/],
    ])('is left unchanged by %s', async (_name, asset_type, file, message) => {
      const { uid } = await makeAsset(app, { asset_type, content: {} });
      const { content } = await assetOf(app, uid);
      const { status, messages } = await importFile(app, file, { destination: `/api/v2/assets/${uid}/` });
      expect([status, messages.error]).toEqual(['error', expect.stringMatching(message)]);
      expect(await assetOf(app, uid)).toMatchObject({ content: content as object });
    });

    it('fails the same whether it is unknown or hidden', async () => {
      const { messages } = await importFile(app, WELLS, {
        destination: '/api/v2/assets/aNobodyHasThis234567890/',
      });
      expect(messages).toEqual({ error_type: 'DeniedError', error: 'user cannot update asset' });
    });
  });
});
