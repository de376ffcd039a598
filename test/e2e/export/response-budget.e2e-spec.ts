import { RESPONSE_LIMITS, ResponseBudget } from '../../../src/admission-control/response-budget';
import { AccountService } from '../../../src/modules/account/account.service';
import { grant, grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { EXPORT_DEFAULTS } from '../../factories/export.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { eventually } from '../../support/eventually';

const CONTENT = {
  survey: [
    { type: 'text', name: 'village', label: 'Village' },
    { type: 'geopoint', name: 'place', label: 'Place' },
    { type: 'begin_repeat', name: 'pump', label: 'Pump' },
    { type: 'text', name: 'state', label: 'State' },
    { type: 'end_repeat' },
  ],
};
const REPEATS = 2_000;
const QUEUED = 8;

/** Tests share the event loop: waiting takes longer. */
const limits = { ...RESPONSE_LIMITS };
beforeAll(() => Object.assign(RESPONSE_LIMITS, { queueTimeoutMs: 120_000, maxQueued: QUEUED }));
afterAll(() => Object.assign(RESPONSE_LIMITS, limits));

let app: TestApp;
let budget: ResponseBudget;
let large: string;
let small: string;
let setting: string;

beforeAll(async () => {
  app = (await startApp()).inProcess;
  budget = app.nest.get(ResponseBudget);
  for (const name of ['owner', 'viewer', 'partial']) await app.addUser(name);
  ({ uid: large } = await makeDeployedAsset(app, { content: CONTENT }));
  ({ uid: small } = await makeDeployedAsset(app, { content: CONTENT }));
  await grant(app, large, 'viewer', ['view_submissions']);
  await grantPartially(app, large, 'partial', { view_submissions: [{ village: 'Mbulu' }] });
  const repeats = '<pump><state>works</state></pump>'.repeat(REPEATS);
  await submit(app, large, { answers: `<village>Karatu</village><place>-3 35 0 0</place>${repeats}` });
  await submit(app, large, { answers: '<village>Mbulu</village>' });
  await submit(app, small, { answers: '<village>Mbulu</village>' });
  const body = { name: 'Weekly', export_settings: EXPORT_DEFAULTS };
  setting = (
    (await app.as('owner').post(`/api/v2/assets/${large}/export-settings/`).send(body)).body as {
      uid: string;
    }
  ).uid;
});
afterAll(() => app.stop());

const get = async (path: string, caller = 'owner'): Promise<Response> => {
  const headers = { Authorization: `Token ${app.tokenOf(caller)}` };
  const response = await fetch(app.origin + path, { headers });
  return new Response(await response.arrayBuffer(), response);
};
const workbook = (uid: string, caller = 'owner'): Promise<Response> =>
  get(`/api/v2/assets/${uid}/data.xlsx`, caller);

/** Uses up the share of a caller. */
async function useUp(username: string): Promise<() => void> {
  const { id } = (await app.nest.get(AccountService).findByUsername(username))!;
  return budget.acquire(`user ${id}`, Infinity, () => undefined);
}

const charged = (bytes: number): Promise<number> =>
  eventually(
    async () => budget.chargedBytes,
    (now) => now === bytes,
  );

it.each([
  ['data.xlsx', () => 'data.xlsx'],
  ['data.kml', () => 'data.kml'],
  ['saved settings as CSV', () => `export-settings/${setting}/data.csv`],
  ['saved settings as XLSX', () => `export-settings/${setting}/data.xlsx`],
])('admits %s by its memory, which is given back', async (_, path) => {
  const release = await useUp('owner');
  const [before, waiting] = [budget.chargedBytes, get(`/api/v2/assets/${large}/${path()}`)];
  const other = await get(`/api/v2/assets/${large}/${path()}`, 'viewer');
  expect(other.status).toBe(200);
  await charged(before);
  release();
  expect((await waiting).status).toBe(200);
  await charged(0);
});

it('admits small responses whatever else is sent, also of a project with large submissions', async () => {
  const releases = [await useUp('owner'), await useUp('partial')];
  const sent = Array.from({ length: 100 }, (_, index) =>
    index % 2 === 0 ? workbook(small) : workbook(large, 'partial'),
  );
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(Array(100).fill(200));
  for (const release of releases) release();
});

it('refuses with 503 and Retry-After what the queue does not hold, and serves the rest', async () => {
  const release = await useUp('owner');
  const refused: Response[] = [];
  const sent = Array.from({ length: QUEUED + 4 }, async () => {
    const response = await workbook(large);
    if (response.status === 503) refused.push(response);
    return response.status;
  });
  await eventually(
    async () => refused.length,
    (count) => count === 4,
  );
  expect(refused[0]!.headers.get('Retry-After')).toBe('10');
  expect(await refused[0]!.json()).toEqual({
    detail: 'Too many large downloads are running. Retry in 10 s.',
  });
  expect((await workbook(large, 'viewer')).status).toBe(200);
  release();
  const statuses = await Promise.all(sent);
  expect(statuses.filter((status) => status === 200)).toHaveLength(QUEUED);
  await charged(0);
});
