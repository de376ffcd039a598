import { randomUUID } from 'node:crypto';
import { KoboSource } from '../../src/modules/migration/kobo/kobo.source';
import type { MigrationObserver, MigrationOptions } from '../../src/modules/migration/migration-options';
import type { MigrationSource } from '../../src/modules/migration/migration-source.port';
import { MigrationService } from '../../src/modules/migration/migration.service';
import { type ApiClient, ApiClients, type ApiServer } from '../../src/outbound-http/api-client';
import type { MigrationReport } from '../../src/domain/migration/migration-report';
import type { TaskStatus } from '../../src/domain/task/task-status';
import type { TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { makeDeployedAsset } from './asset.factory';
import { submit } from './submission.factory';

export const NO_OBSERVER: MigrationObserver = {
  started: () => undefined,
  submissionsDone: () => undefined,
};

export const MIGRATION_OPTIONS: MigrationOptions = {
  owners: undefined,
  assetUids: undefined,
  createAccounts: false,
  dryRun: false,
  verifyFiles: true,
  concurrency: 4,
};

export interface MigrationValues extends Partial<MigrationOptions> {
  readonly token: string;
  readonly server?: Partial<ApiServer>;
  readonly pageSize?: number;
}

/** Moves from a server to an app, without delays between attempts. */
export async function runMigration(
  target: TestApp,
  server: Pick<ApiServer, 'baseUrl'> & Partial<ApiServer>,
  open: (client: ApiClient) => MigrationSource,
  options: Partial<MigrationOptions>,
): Promise<MigrationReport> {
  const client = target.nest.get(ApiClients).connect({
    allowPrivateAddresses: true,
    maxConcurrent: 4,
    requestsPerSecond: Infinity,
    timeoutMs: 60_000,
    maxAttempts: 4,
    retryDelayMs: 1,
    ...server,
  });
  try {
    const service = target.nest.get(MigrationService, { strict: false });
    return await service.run(open(client), { ...MIGRATION_OPTIONS, ...options }, NO_OBSERVER);
  } finally {
    client.close();
  }
}

/** Moves from a server of the v2 API. */
export function migrate(
  target: TestApp,
  url: string,
  { token, server = {}, pageSize, ...options }: MigrationValues,
): Promise<MigrationReport> {
  const open = (client: ApiClient) => new KoboSource(url, client, token, pageSize);
  return runMigration(target, { baseUrl: url, ...server }, open, options);
}

export interface MigrationJson {
  readonly uid: string;
  readonly url: string;
  readonly status: TaskStatus;
  readonly progress?: Readonly<Record<string, unknown>>;
  readonly report?: {
    readonly equal: boolean;
    readonly assets: readonly (Readonly<Record<string, unknown>> & {
      readonly problems: readonly string[];
      readonly differences: readonly string[];
    })[];
  };
  readonly error: string | null;
}

/** Starts a move by a user of the app itself. */
export async function startMigration(
  target: TestApp,
  body: { source: string; token: string; assets: readonly string[] },
  { by = 'owner' } = {},
): Promise<MigrationJson> {
  return (await target.as(by).post('/api/v2/migrations/').send(body).expect(201)).body as MigrationJson;
}

/** Waits until a move has completed or failed. */
export async function waitForMigration(
  target: TestApp,
  { uid }: Pick<MigrationJson, 'uid'>,
  { by = 'owner' } = {},
): Promise<MigrationJson> {
  const { body } = await eventually(
    async () => target.as(by).get(`/api/v2/migrations/${uid}/`).expect(200),
    (response) => response.body.status === 'complete' || response.body.status === 'error',
  );
  return body as MigrationJson;
}

export const answersOf = (name: string, files = ''): string =>
  `<person><name>${name}</name><age>34</age></person><consent>yes</consent>${files}`;

/** Deployed form with submissions, the first of which has a photo. */
export async function makeForm(
  source: TestApp,
  names: readonly string[] = ['Asha', 'Ben', 'Cleo'],
  owner = 'owner',
) {
  const asset = await makeDeployedAsset(source, { name: 'Wells', owner });
  const uuids: string[] = [];
  for (const [index, name] of names.entries()) {
    const files =
      index > 0 ? [] : [{ name: 'photo.jpg', content: Buffer.from('a photo'), type: 'image/jpeg' }];
    const answers = answersOf(name, index > 0 ? '' : '<photo>photo.jpg</photo>');
    uuids.push(await submit(source, asset.uid, { by: owner, uuid: randomUUID(), answers, files }));
  }
  return { uid: asset.uid, uuids };
}
