import { JobRegistry } from '../../src/jobs/job-queue.port';
import type { TestApp } from '../support/app';

/** What a test says of a hook; where nothing listens unless it says so. */
type HookValues = Readonly<Record<string, unknown>> & { readonly owner?: string };

/** Makes a hook over the API. @returns its uid */
export async function makeHook(
  app: TestApp,
  assetUid: string,
  { owner = 'owner', ...values }: HookValues = {},
): Promise<string> {
  const hook = { name: 'Elsewhere', endpoint: 'http://127.0.0.1:9/in', ...values };
  const { body } = await app.as(owner).post(`/api/v2/assets/${assetUid}/hooks/`).send(hook).expect(201);
  return (body as { uid: string }).uid;
}

/** Has this process begin to send what is due, as it does each second by itself. */
export async function sendDue(app: TestApp): Promise<void> {
  const chore = app.nest.get(JobRegistry).chores.find(({ name }) => name.startsWith('hooks:'))!;
  // A look that began by itself may know what was due before the test moved the clock: whoever asks meanwhile waits for it.
  for (let look = 0; look < 2; look += 1) await chore.run();
}

/** A hook that is switched off, and a delivery of it that failed a day ago. */
export async function makeFailedDelivery(
  app: TestApp,
  assetUid: string,
  { owner = 'owner', submissionId = 1 }: { owner?: string; submissionId?: number } = {},
): Promise<{ hook: string; log: string }> {
  const hook = await makeHook(app, assetUid, { owner, active: false });
  const [row] = await app.rows<{ log: string }>(
    `INSERT INTO hook_delivery (uid, hook_id, asset_id, submission_id, cause, status, tries, message, date_due, date_modified)
     SELECT 'hl' || substr(uid, 2), id, asset_id, $2, 'came', 0, 1, '', now() - interval '1 day', now() - interval '1 day' FROM hook WHERE uid = $1
     RETURNING uid AS log`,
    [hook, submissionId],
  );
  return { hook, log: row!.log };
}
