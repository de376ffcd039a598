import { makeAsset } from '../../factories/asset.factory';
import { answersOf, makeForm, migrate } from '../../factories/migration.factory';
import { shareData } from '../../factories/paired-data.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';

const QUESTION = { survey: [{ type: 'integer', name: 'wells', label: 'How many wells?' }] };
const FORM = {
  survey: [
    { type: 'select_one states', name: 'state', label: 'State?' },
    { type: 'text', name: 'note', label: 'Note' },
  ],
  choices: [{ list_name: 'states', name: 'dry', label: 'Dry' }],
};

describe('comparison after moving', () => {
  let source: TestApp;
  let target: TestApp;
  let uid: string;
  let uuid: string;

  const move = () => migrate(target, source.origin, { token: source.tokenOf('owner') });
  const differences = async () => {
    const { assets, equal } = await move();
    const named = assets.flatMap((asset) => asset.differences);
    expect(equal).toBe(named.length === 0);
    return named;
  };

  beforeAll(async () => {
    [source, target] = [await startApp({ hasOneProcess: true }), await startApp()];
    for (const app of [source, target]) await app.addUser('owner');
    ({ uid } = await makeForm(source));
    const { body } = await source.as('owner').get(`/api/v2/assets/${uid}/`).expect(200);
    const version = `<__version__>${body.deployed_version_id as string}</__version__>`;
    uuid = await submit(source, uid, { answers: answersOf('Dan', version) });
    await shareData(source, uid, { fields: ['person/name'] });
    await source
      .as('owner')
      .patch(`/api/v2/assets/${uid}/`)
      .send({
        report_styles: { default: { report_type: 'bar' }, specified: { age: { report_type: 'donut' } } },
        report_custom: { crid: { name: 'Monthly' } },
        map_styles: { colorSet: 'a' },
        map_custom: { querylimit: 500 },
        advanced_features: { transcript: { languages: ['en'] } },
      })
      .expect(200);
    for (const asset_type of ['template', 'block', 'question'])
      await makeAsset(source, { asset_type, name: `A ${asset_type}`, content: QUESTION });
    await makeAsset(source, { asset_type: 'template', name: 'States', content: FORM });
    expect(await differences()).toEqual([]);
  });
  afterAll(async () => {
    await target.stop();
    await source.stop();
  });

  it.each([
    [
      'report_styles',
      { default: { report_type: 'line' } },
      ['report style default: differs', 'age: differs'],
    ],
    ['report_custom', {}, ['custom report crid: {"name":"Monthly"} at the source, null here']],
    ['map_styles', { colorSet: 'b' }, ['map style colorSet: "a" at the source, "b" here']],
    ['map_custom', { querylimit: 5 }, ['custom map querylimit: 500 at the source, 5 here']],
    [
      'data_sharing',
      { enabled: false },
      ['data sharing enabled: true at the source, false here', 'data sharing fields: ["person/name"]'],
    ],
    ['advanced_features', {}, ['advanced feature _version: ', 'advanced feature transcript: ']],
  ])('names each difference of %s', async (column, changed, expected) => {
    const [stored] = await target.rows<{ value: object }>(
      `SELECT ${column} AS value FROM asset WHERE uid = $1`,
      [uid],
    );
    const set = (value: object) =>
      target.rows(`UPDATE asset SET ${column} = $2 WHERE uid = $1`, [uid, JSON.stringify(value)]);
    await set(changed);
    expect(await differences()).toEqual(expected.map((part) => expect.stringContaining(part)));
    await set(stored!.value);
  });

  it('names a submission with another version', async () => {
    const [{ id, version } = { id: 0, version: '' }] = await target.rows<{ id: number; version: string }>(
      'SELECT id, version_uid AS version FROM submission WHERE uuid = $1',
      [uuid],
    );
    const set = (value: string | null) =>
      target.rows('UPDATE submission SET version_uid = $2 WHERE uuid = $1', [uuid, value]);
    await set('vOther');
    expect(await differences()).toEqual([
      `submission ${id}: its version: ${version} at the source, vOther here`,
    ]);
    await set(null);
    expect(await differences()).toEqual([
      `submission ${id}: its version: ${version} at the source, none here`,
    ]);
    await set(version);
  });

  it('moves templates, blocks and questions with their content', async () => {
    const list = async (app: TestApp) => {
      const query = '?q=asset_type:template OR asset_type:block OR asset_type:question&ordering=name';
      const { body } = await app.as('owner').get(`/api/v2/assets/${query}`).expect(200);
      const details = (body.results as { uid: string }[]).map(async (asset) => {
        const detail = await app.as('owner').get(`/api/v2/assets/${asset.uid}/`).expect(200);
        const { name, asset_type, content, summary, tag_string, settings, has_deployment } = detail.body;
        return { uid: asset.uid, name, asset_type, content, summary, tag_string, settings, has_deployment };
      });
      return Promise.all(details);
    };
    const moved = await list(target);
    expect(moved).toHaveLength(4);
    expect(moved).toEqual(await list(source));
  });

  it.each(['template', 'block', 'question'])('names a question of a %s that differs', async (type) => {
    const change = (from: string, to: string) =>
      target.rows(`UPDATE asset SET content = replace(content::text, $1, $2)::jsonb WHERE name = $3`, [
        from,
        to,
        `A ${type}`,
      ]);
    await change('How many wells?', 'How many?');
    expect(await differences()).toEqual(['question wells: label differ']);
    await change('How many?', 'How many wells?');
  });
});
