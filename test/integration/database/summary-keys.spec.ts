import { createDataSource } from '../../../ormconfig';
import { SummaryKeys1795308854209 } from '../../../src/database/migrations/1795308854209-summary-keys';
import { makeAsset } from '../../factories/asset.factory';
import { startApp, type TestApp } from '../../support/app';

const OLD_SUMMARIES: readonly (readonly [string, object, object])[] = [
  [
    'without any keys',
    {},
    { row_count: 0, languages: [], default_translation: false, geo: false, name_quality: { total: 0 } },
  ],
  [
    'with languages that have no name',
    { row_count: 1, languages: [null, 'French (fr)', 'English (en)'], geo: true },
    { row_count: 1, languages: ['French (fr)', 'English (en)'], geo: true },
  ],
  ['with only unnamed languages', { row_count: 1, languages: [null] }, { languages: [] }],
  [
    'with one label for all languages',
    { row_count: 1, languages: [], name_quality: { firsts: { ok: { label: 'A' }, bad: { label: null } } } },
    { name_quality: { firsts: { ok: { label: ['A'] }, bad: { label: null } } } },
  ],
  [
    'that are complete',
    { row_count: 2, languages: ['Xhosa (xh)'] },
    { row_count: 2, languages: ['Xhosa (xh)'] },
  ],
];

describe('migration SummaryKeys', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
  });
  afterAll(() => app.stop());

  it.each(OLD_SUMMARIES)('updates summaries %s', async (_, stored, expected) => {
    const { uid } = await makeAsset(app);
    await app.rows('UPDATE asset SET summary = $2 WHERE uid = $1', [uid, stored]);
    const dataSource = await createDataSource(app.databaseUrl, { poolSize: 1 }).initialize();
    try {
      await new SummaryKeys1795308854209().up(dataSource.createQueryRunner());
    } finally {
      await dataSource.destroy();
    }
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/`).expect(200);
    expect((body as { summary: unknown }).summary).toMatchObject(expected);
  });
});
