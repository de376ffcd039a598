import { grant, grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { Browser, formsOf } from '../../support/browser';

let app: TestApp;
let uid: string;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'granted', 'partial']) await app.addUser(name);
});
beforeEach(async () => {
  ({ uid } = await makeDeployedAsset(app, { name: 'Wells' }));
  await grant(app, uid, 'granted', ['view_submissions', 'add_submissions']);
  await grantPartially(app, uid, 'partial', { validate_submissions: [{ _submitted_by: 'granted' }] });
});
afterAll(() => app.stop());

const signedIn = (username: string) => Browser.signedIn(app, username);

async function ids(): Promise<number[]> {
  const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/`).expect(200);
  return (body as { results: { _id: number }[] }).results.map(({ _id }) => _id);
}

async function statusOf(id: number): Promise<string | undefined> {
  const { body } = await app
    .as('owner')
    .get(`/api/v2/assets/${uid}/data/${id}/validation_status/`)
    .expect(200);
  return (body as { uid?: string }).uid;
}

const table = (below = ''): string => `/projects/${uid}/data/${below}`;

function hiddenFields(text: string, action: string): Readonly<Record<string, string>> {
  return formsOf(text).find((form) => form.action === action)!.hidden;
}

/** Fields of the form with this action. */
async function fieldsOf(browser: Browser, page: string, action: string) {
  return hiddenFields((await browser.get(page).expect(200)).text, action);
}

describe('the status of submissions', () => {
  it('is set for one', async () => {
    await submit(app, uid);
    const [id] = await ids();
    const owner = await signedIn('owner');
    const confirmed = table('status/confirmed/');
    const fields = await fieldsOf(owner, table(`${id}/`), confirmed);
    const { headers } = await owner
      .post(confirmed, { ...fields, status: 'validation_status_approved' })
      .expect(303);
    expect(headers['location']).toMatch(/^[^?]*\/data\/\d+\/\?done=status&.*&changed=1&change=\d+$/);
    expect(await statusOf(id!)).toBe('validation_status_approved');
    expect((await owner.get(headers['location']!)).text).toMatch(
      /The status of 1 submission was\s+set[\s\S]*Undo[\s\S]*Approved, set by owner/,
    );
    const undone = await owner.submit(headers['location']!, {}, table('status/undo/'));
    expect(undone.headers['location']).toMatch(/\/data\/\d+\/\?done=status-undone&changed=1&skipped=0$/);
    expect(await statusOf(id!)).toBeUndefined();
  });

  it('is set for many after a question with their number, and set back', async () => {
    for (const by of ['owner', 'granted', 'granted']) await submit(app, uid, { by });
    const [first, second, third] = await ids();
    const owner = await signedIn('owner');
    const page = table('?has._submitted_by=granted');
    const fields = { ...(await fieldsOf(owner, page, table('status/'))), target: 'all' };
    const asked = await owner
      .post(table('status/'), { ...fields, status: 'validation_status_on_hold' })
      .expect(200);
    expect(asked.text).toContain('Set the status of 2 submissions to “On Hold”?');
    expect(asked.text).toMatch(/href="[^"]*has._submitted_by=granted&amp;status=validation_status_on_hold/);
    expect(await statusOf(second!)).toBeUndefined();
    // Arrives after the question.
    await submit(app, uid, { by: 'granted' });
    const confirmed = table('status/confirmed/');
    const { headers } = await owner.post(confirmed, hiddenFields(asked.text, confirmed)).expect(303);
    const after = await owner.get(headers['location']!).expect(200);
    expect(after.text).toMatch(/The status of 2 submissions was\s+set/);
    expect(after.text).toMatch(/<option value="validation_status_on_hold"\s+selected/);
    expect(after.text).toMatch(/<option value="all"\s+selected/);
    expect(await Promise.all((await ids()).map(statusOf))).toEqual([
      undefined,
      'validation_status_on_hold',
      'validation_status_on_hold',
      undefined,
    ]);
    await app.as('owner').delete(`/api/v2/assets/${uid}/data/${third}/validation_status/`).expect(204);
    const undone = await owner.submit(headers['location']!, {}, table('status/undo/'));
    expect(undone.headers['location']).toMatch(/has._submitted_by=granted&done=status-undone/);
    expect((await owner.get(undone.headers['location']!).expect(200)).text).toMatch(
      /Undone: 1 submission has its former status again\.\s+The status of 1 submission was changed since/,
    );
    expect(await Promise.all([first, second, third].map((id) => statusOf(id!)))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is set for each of the selected rows', async () => {
    for (let index = 0; index < 3; index += 1) await submit(app, uid);
    const [first, ...others] = await ids();
    const owner = await signedIn('owner');
    const fields = await fieldsOf(owner, table(), table('status/'));
    const sent = { ...fields, target: 'ids', ids: others.map(String), status: 'validation_status_approved' };
    const asked = await owner.post(table('status/'), sent).expect(200);
    expect(asked.text).toContain('Set the status of 2 submissions to “Approved”?');
    const confirmed = table('status/confirmed/');
    await owner.post(confirmed, hiddenFields(asked.text, confirmed)).expect(303);
    expect(await Promise.all([first, ...others].map((id) => statusOf(id!)))).toEqual([
      undefined,
      'validation_status_approved',
      'validation_status_approved',
    ]);
    const removal = await owner.post(table('delete/'), sent).expect(200);
    expect(removal.text).toMatch(/Delete 2 submissions\?/);
  });

  it('asks before statuses are cleared, and says that nothing is left to change', async () => {
    await submit(app, uid);
    const owner = await signedIn('owner');
    const fields = await fieldsOf(owner, table(), table('status/'));
    const asked = await owner.post(table('status/'), { ...fields, target: 'all', status: '' }).expect(200);
    expect(asked.text).toContain('Clear the status of 1 submission?');
    const none = { ...fields, target: 'all', status: '', view: 'has._submitted_by=granted' };
    expect((await owner.post(table('status/'), none).expect(200)).text).toContain('Nothing to change');
  });

  it('is not offered for undoing to who may not set it, nor for what is no change', async () => {
    await submit(app, uid);
    const query = '?done=status&changed=1&change=';
    const undo = table('status/undo/');
    expect((await (await signedIn('granted')).get(table(`${query}12`))).text).not.toContain(undo);
    const owner = await signedIn('owner');
    expect((await owner.get(table(`${query}12`))).text).toContain(undo);
    expect((await owner.get(table(`${query}%22%3E%3Cimg`))).text).not.toContain(undo);
    const csrfmiddlewaretoken = await owner.csrfToken();
    await owner.post(undo, { csrfmiddlewaretoken, change: 'x' }).expect(400);
    await owner.post(undo, { csrfmiddlewaretoken, change: '12' }).expect(404);
    await owner.post(undo, { change: '12' }).expect(403);
  });

  it('stays if a filter of the table no longer applies', async () => {
    await submit(app, uid);
    const owner = await signedIn('owner');
    const fields = await fieldsOf(owner, table(), table('status/'));
    for (const path of ['status/', 'delete/']) {
      const sent = { ...fields, target: 'all', view: 'has.removed=x&has._submitted_by=owner', status: '' };
      const { text } = await owner.post(table(path), sent).expect(400);
      expect(text).toContain('A filter no longer applies');
    }
  });

  it('stays without a selection, without a CSRF token, and outside a partial permission', async () => {
    await submit(app, uid, { by: 'owner' });
    const [id] = await ids();
    const owner = await signedIn('owner');
    const fields = await fieldsOf(owner, table(), table('status/'));
    const status = 'validation_status_approved';
    const none = await owner.post(table('status/'), { ...fields, target: 'ids', status }).expect(400);
    expect(none.text).toContain('No submission is selected');
    await owner.post(table('status/'), { target: 'all', status }).expect(403);
    const partial = await signedIn('partial');
    const token = await partial.csrfToken();
    const sent = { csrfmiddlewaretoken: token, ids: String(id), status };
    const payload = JSON.stringify({ submission_ids: [id] });
    const confirmed = table('status/confirmed/');
    await partial.post(confirmed, { ...sent, payload }).expect(403);
    await partial.post(confirmed, { ...sent, payload: 'x' }).expect(400);
    await partial.post(table('status/'), { ...sent, ids: 'x' }).expect(400);
    await owner.post(table('status/'), { ...fields, target: 'all', status: 'x' }).expect(400);
    const granted = await signedIn('granted');
    const csrfmiddlewaretoken = await granted.csrfToken();
    for (const path of [table('status/'), confirmed]) {
      await granted.post(path, { ...sent, payload, csrfmiddlewaretoken }).expect(403);
    }
    expect(await statusOf(id!)).toBeUndefined();
  });
});
