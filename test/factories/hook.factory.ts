import { JobRegistry } from '../../src/jobs/job-queue.port';
import type { TestApp } from '../support/app';

/** Hook values; the default endpoint is a closed port. */
type HookValues = Readonly<Record<string, unknown>> & { readonly owner?: string };

/** Creates a hook. @returns its uid */
export async function makeHook(
  app: TestApp,
  assetUid: string,
  { owner = 'owner', ...values }: HookValues = {},
): Promise<string> {
  const hook = { name: 'Elsewhere', endpoint: 'http://127.0.0.1:9/in', ...values };
  const { body } = await app.as(owner).post(`/api/v2/assets/${assetUid}/hooks/`).send(hook).expect(201);
  return (body as { uid: string }).uid;
}

export async function dispatchDue(app: TestApp): Promise<void> {
  const job = app.nest
    .get(JobRegistry)
    .scheduledJobs.find(({ name }) => name === 'hook-deliveries.dispatch-due')!;
  // A run in progress may have read the time before the test moved the clock; the second waits for it.
  for (let run = 0; run < 2; run += 1) await job.run();
}

/** Creates an inactive hook with a delivery that failed a day ago. */
export async function makeFailedDelivery(
  app: TestApp,
  assetUid: string,
  { owner = 'owner', submissionId = 1 }: { owner?: string; submissionId?: number } = {},
): Promise<{ hook: string; log: string }> {
  const hook = await makeHook(app, assetUid, { owner, active: false });
  const [row] = await app.rows<{ log: string }>(
    `INSERT INTO hook_delivery (uid, hook_id, asset_id, submission_id, cause, status, tries, message, date_due, date_modified)
     SELECT 'hl' || substr(uid, 2), id, asset_id, $2, 'created', 0, 1, '', now() - interval '1 day', now() - interval '1 day' FROM hook WHERE uid = $1
     RETURNING uid AS log`,
    [hook, submissionId],
  );
  return { hook, log: row!.log };
}
