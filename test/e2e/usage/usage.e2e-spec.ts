import { type AssetJson, grant, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { Clock } from '../../../src/config/clock';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

const ASSETS = '/api/v2/asset_usage/';
const SERVICE = '/api/v2/service_usage/';
const PHOTO = Buffer.alloc(3000, 'p');
const NO_PROCESSING = { total_nlp_asr_seconds: 0, total_nlp_mt_characters: 0, total_nlp_llm_requests: 0 };

describe('usage', () => {
  let app: TestApp;
  let wells: AssetJson;

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'viewer', 'stranger']) await app.addUser(name);
    wells = await makeDeployedAsset(app, { name: 'Wells' });
    await makeAsset(app, { name: 'Draft' });
    await grant(app, wells.uid, 'viewer', ['view_submissions']);
    await submit(app, wells.uid, { answers: '<place>1 2 0 0</place>' });
    await submit(app, wells.uid, {
      answers: '<photo>a.jpg</photo>',
      files: [{ name: 'a.jpg', content: PHOTO }],
    });
  });
  afterAll(() => app.stop());

  const usageOf = (asset: { uid: string; name: string }, submissions: number, bytes: number) => ({
    asset: `${app.origin}/api/v2/assets/${asset.uid}/`,
    asset__name: asset.name,
    nlp_usage_current_period: NO_PROCESSING,
    nlp_usage_all_time: NO_PROCESSING,
    storage_bytes: bytes,
    submission_count_current_period: submissions,
    submission_count_all_time: submissions,
  });
  const totals = async (caller = 'owner') => {
    const { body } = await app.as(caller).get(SERVICE).expect(200);
    return [
      body.total_submission_count.all_time,
      body.total_submission_count.current_period,
      body.total_storage_bytes,
    ];
  };

  it('is listed per owned asset, oldest first', async () => {
    const { body } = await app.as('owner').get(ASSETS).expect(200);
    expect(body).toMatchObject({ count: 2, next: null, previous: null });
    expect(body.results[0]).toEqual(usageOf({ uid: wells.uid, name: 'Wells' }, 2, PHOTO.length));
    const second = await app.as('owner').get(`${ASSETS}?limit=1&start=1`).expect(200);
    expect(second.body.results).toEqual([
      expect.objectContaining({ asset__name: 'Draft', storage_bytes: 0 }),
    ]);
    expect(second.body.previous).toBe(`${app.origin}${ASSETS}?limit=1`);
  });

  it.each(['viewer', 'stranger'])('excludes assets of others for a %s', async (caller) => {
    expect((await app.as(caller).get(ASSETS).expect(200)).body).toMatchObject({ count: 0, results: [] });
    expect(await totals(caller)).toEqual([0, 0, 0]);
  });

  it.each([ASSETS, SERVICE])('%s requires a user and supports GET only', async (path) => {
    await app.as(ANONYMOUS).get(path).expect(401);
    await app.as('owner').post(path).send({}).expect(405);
  });

  it('is totalled for the month in UTC', async () => {
    const now = jest.spyOn(app.nest.get(Clock), 'now');
    now.mockReturnValue(new Date('2031-12-31T23:59:59.999Z'));
    const { body } = await app.inProcess.as('owner').get(SERVICE).expect(200);
    now.mockRestore();
    expect(body).toEqual({
      total_nlp_usage: {
        asr_seconds_current_period: 0,
        mt_characters_current_period: 0,
        llm_requests_current_period: 0,
        asr_seconds_all_time: 0,
        mt_characters_all_time: 0,
        llm_requests_all_time: 0,
      },
      total_storage_bytes: PHOTO.length,
      total_submission_count: { all_time: 2, current_period: 0 },
      balances: {
        submission: null,
        storage_bytes: null,
        asr_seconds: null,
        mt_characters: null,
        llm_requests: null,
      },
      current_period_start: '2031-12-01T00:00:00+00:00',
      current_period_end: '2032-01-01T00:00:00+00:00',
      last_updated: '2031-12-31T23:59:59.999000+00:00',
    });
  });

  it('includes submissions of a deleted project but none of its bytes', async () => {
    expect(await totals()).toEqual([2, 2, PHOTO.length]);
    await app.rows(`UPDATE asset SET date_deleted = now() WHERE uid = $1`, [wells.uid]);
    expect(await totals()).toEqual([2, 2, 0]);
    expect((await app.as('owner').get(ASSETS).expect(200)).body.count).toBe(1);
  });
});
