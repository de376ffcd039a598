import type { TestApp } from '../support/app';
import { makeDeployedAsset } from './asset.factory';

/** Lets others read the answers to some questions of an asset, or to all. */
export async function share(
  app: TestApp,
  uid: string,
  {
    owner = 'owner',
    fields = [],
    enabled = true,
  }: { owner?: string; fields?: string[]; enabled?: boolean } = {},
): Promise<void> {
  await app.as(owner).patch(`/api/v2/assets/${uid}/`).send({ data_sharing: { enabled, fields } }).expect(200);
}

/** Pairs an asset with one that shares; with a new one of the same owner where none is named. @returns the uid */
export async function makePairing(
  app: TestApp,
  uid: string,
  {
    owner = 'owner',
    source,
    ...values
  }: { owner?: string; source?: string; fields?: string[]; filename?: string } = {},
): Promise<string> {
  const from = source ?? (await makeDeployedAsset(app, { owner })).uid;
  if (source === undefined) await share(app, from, { owner });
  const { body } = await app
    .as(owner)
    .post(`/api/v2/assets/${uid}/paired-data/`)
    .send({ source: `/api/v2/assets/${from}/`, filename: 'cities', ...values })
    .expect(201);
  return (body as { url: string }).url.split('/').at(-2)!;
}
