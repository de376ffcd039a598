import { Agent, request as httpRequest } from 'node:http';
import { makeDeployedAsset } from '../factories/asset.factory';
import { startApp, type TestApp } from '../support/app';
import { ServiceProcess } from '../support/service-process';

const PROJECTS = 20_000;
const DOWNLOADS = 40;

interface Download {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly isComplete: boolean;
  readonly lines: number;
}

let app: TestApp;
let service: ServiceProcess;
let path: string;
const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

beforeAll(async () => {
  app = await startApp({ environment: { ROLE: 'api' } });
  await app.addUser('owner', { superuser: true });
  await makeDeployedAsset(app);
  await app.rows(
    `INSERT INTO asset (uid, owner_id, asset_type, name, content, settings, summary, date_created, date_modified)
     SELECT 'a' || n, owner_id, asset_type, 'Wells ' || n, '{}', settings, summary, date_created, date_modified
       FROM asset, generate_series(2, ${PROJECTS}) AS n`,
  );
  const { body } = await app
    .as('owner')
    .post('/api/v2/project-views/')
    .send({ name: 'All', countries: ['*'], permissions: ['view_asset', 'view_submissions'] })
    .expect(201);
  path = `${new URL((body as { url: string }).url).pathname}assets/export.csv`;
  service = await ServiceProcess.startFor(app);
});
afterAll(async () => {
  agent.destroy();
  await service.kill();
  await app.stop();
});

function download(): Promise<Download> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Token ${app.tokenOf('owner')}` };
    httpRequest(service.origin + path, { agent, headers })
      .once('error', reject)
      .once('response', (response) => {
        let lines = 0;
        response.on('data', (chunk: Buffer) => (lines += chunk.toString('latin1').split('\n').length - 1));
        // A response that is broken off has the event `error` before.
        response.on('error', () => undefined);
        response.once('close', () =>
          resolve({
            status: response.statusCode ?? 0,
            retryAfter: response.headers['retry-after'],
            isComplete: response.complete,
            lines,
          }),
        );
      })
      .end();
  });
}

it(`completes or refuses ${DOWNLOADS} exports of ${PROJECTS} projects at once`, async () => {
  const downloads = await Promise.all(Array.from({ length: DOWNLOADS }, download));
  const served = downloads.filter(({ status }) => status === 200);
  const refused = downloads.filter(({ status }) => status !== 200);
  expect(served.filter(({ isComplete, lines }) => !isComplete || lines !== PROJECTS + 1)).toEqual([]);
  expect(served.length).toBeGreaterThan(0);
  for (const { status, retryAfter } of refused)
    expect([status, retryAfter]).toEqual([503, expect.stringMatching(/^\d+$/)]);
});
