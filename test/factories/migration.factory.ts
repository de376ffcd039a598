import { randomUUID } from 'node:crypto';
import { KoboSource } from '../../src/modules/migration/kobo/kobo.source';
import { type MigrationOptions, NO_OBSERVER } from '../../src/modules/migration/migration-options';
import { MigrationService } from '../../src/modules/migration/migration.service';
import { ApiClients, type ApiServer } from '../../src/outbound-http/api-client.port';
import type { MigrationReport } from '../../src/domain/migration/migration-report';
import type { TestApp } from '../support/app';
import { makeDeployedAsset } from './asset.factory';
import { submit } from './submission.factory';

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

/** Moves from a server of the v2 API to an app, without delays between attempts. */
export async function migrate(
  target: TestApp,
  url: string,
  { token, server = {}, pageSize, ...options }: MigrationValues,
): Promise<MigrationReport> {
  const client = target.nest.get(ApiClients).connect({
    ...{ baseUrl: url, allowPrivateAddresses: true, maxConcurrent: 4, requestsPerSecond: Infinity },
    ...{ timeoutMs: 60_000, maxAttempts: 4, retryDelayMs: 1 },
    ...server,
  });
  try {
    const source = new KoboSource(url, client, token, pageSize);
    const service = target.nest.get(MigrationService, { strict: false });
    return await service.run(source, { ...MIGRATION_OPTIONS, ...options }, NO_OBSERVER);
  } finally {
    client.close();
  }
}

export const answersOf = (name: string, files = ''): string =>
  `<person><name>${name}</name><age>34</age></person><consent>yes</consent>${files}`;

/** Deployed form with submissions, the first of which has a photo. */
export async function makeForm(source: TestApp, names: readonly string[] = ['Asha', 'Ben', 'Cleo']) {
  const asset = await makeDeployedAsset(source, { name: 'Wells' });
  const uuids: string[] = [];
  for (const [index, name] of names.entries()) {
    const files =
      index > 0 ? [] : [{ name: 'photo.jpg', content: Buffer.from('a photo'), type: 'image/jpeg' }];
    const answers = answersOf(name, index > 0 ? '' : '<photo>photo.jpg</photo>');
    uuids.push(await submit(source, asset.uid, { uuid: randomUUID(), answers, files }));
  }
  return { uid: asset.uid, uuids };
}
