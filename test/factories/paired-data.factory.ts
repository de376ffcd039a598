import type { TestApp } from '../support/app';
import { makeDeployedAsset } from './asset.factory';

/** Enables data sharing for some questions, or for all. */
export async function shareData(
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

/** Creates paired data from `source`, default a new shared asset of the same owner. @returns its uid */
export async function makePairedData(
  app: TestApp,
  uid: string,
  {
    owner = 'owner',
    source,
    ...values
  }: { owner?: string; source?: string; fields?: string[]; filename?: string } = {},
): Promise<string> {
  const from = source ?? (await makeDeployedAsset(app, { owner })).uid;
  if (source === undefined) await shareData(app, from, { owner });
  const { body } = await app
    .as(owner)
    .post(`/api/v2/assets/${uid}/paired-data/`)
    .send({ source: `/api/v2/assets/${from}/`, filename: 'cities', ...values })
    .expect(201);
  return (body as { url: string }).url.split('/').at(-2)!;
}

/** Lets time pass for the content of all paired data. @param interval such as `5 minutes` */
export async function agePairedContent(app: TestApp, interval: string): Promise<void> {
  await app.rows('UPDATE paired_content SET date_created = date_created - $1::interval', [interval]);
}
