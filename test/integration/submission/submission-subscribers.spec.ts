import type { Transaction } from '../../../src/database/unit-of-work/unit-of-work.port';
import { ChangeNotifications } from '../../../src/database/change-notifications';
import { managerOf } from '../../../src/database/unit-of-work/open-transaction';
import {
  type SubmissionChange,
  type SubmissionSubscriber,
  SubmissionSubscribers,
} from '../../../src/events/subscribers.port';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, submission, submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { waitForNotifications } from '../../support/wait-for-notifications';
import { textsDuring } from '../../support/statement-tap';

class TestSubscriber implements SubmissionSubscriber {
  readonly changes: SubmissionChange[] = [];
  failing = false;
  checks = 0;

  constructor(private readonly assetIds: ReadonlySet<number>) {}

  isSubscribedTo(assetId: number): Promise<boolean> {
    this.checks += 1;
    return Promise.resolve(this.assetIds.has(assetId));
  }

  async handle(transaction: Transaction, change: SubmissionChange): Promise<void> {
    await managerOf(transaction).query('INSERT INTO recorded_change SELECT unnest($1::bigint[]), $2', [
      change.submissionIds,
      change.kind,
    ]);
    if (this.failing) throw new Error('The subscriber fails.');
    this.changes.push(change);
  }
}

describe('a submission subscriber', () => {
  let app: TestApp;
  let subscriber: TestSubscriber;
  let subscribed: { uid: string; id: number };
  let unsubscribed: { uid: string; id: number };

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' } });
    await app.addUser('owner');
    await app.rows('CREATE TABLE recorded_change (id bigint, kind text)');
    [subscribed, unsubscribed] = [await makeForm(), await makeForm()];
    subscriber = new TestSubscriber(new Set([subscribed.id]));
    app.nest.get(SubmissionSubscribers).add(subscriber);
    for (const { id } of [subscribed, unsubscribed]) app.nest.get(ChangeNotifications).publish('asset', id);
    await waitForNotifications(app);
    for (const { uid } of [subscribed, unsubscribed]) await submit(app, uid);
  });
  afterAll(() => app.stop());
  beforeEach(() => {
    subscriber.failing = false;
    subscriber.changes.length = 0;
  });

  async function makeForm(): Promise<{ uid: string; id: number }> {
    const { uid } = await makeDeployedAsset(app);
    const [row] = await app.rows<{ id: number }>('SELECT id FROM asset WHERE uid = $1', [uid]);
    return { uid, id: row!.id };
  }

  const newestId = async ({ id }: { id: number }): Promise<number> => {
    const rows = await app.rows<{ id: string }>('SELECT max(id) AS id FROM submission WHERE asset_id = $1', [
      id,
    ]);
    return Number(rows[0]!.id);
  };

  it('is notified in the transaction that stores the submission', async () => {
    const sent = await textsDuring(() => submit(app, subscribed.uid));
    expect(sent).toEqual([
      'START TRANSACTION',
      expect.stringContaining('store_submission'),
      expect.stringContaining('INSERT INTO recorded_change'),
      'COMMIT',
    ]);
    const id = await newestId(subscribed);
    expect(subscriber.changes).toEqual([{ kind: 'created', assetId: subscribed.id, submissionIds: [id] }]);
    expect(await app.rows('SELECT kind FROM recorded_change WHERE id = $1', [id])).toEqual([
      { kind: 'created' },
    ]);
  });

  it('adds no statement to forms without subscribers', async () => {
    const sent = await textsDuring(() => submit(app, unsubscribed.uid));
    expect(sent).toEqual([expect.stringContaining('store_submission')]);
    expect(subscriber.changes).toEqual([]);
  });

  it('is asked once per form whether it is subscribed', async () => {
    const before = subscriber.checks;
    for (const { uid } of [subscribed, unsubscribed, subscribed, unsubscribed]) await submit(app, uid);
    expect(subscriber.checks).toBe(before);
  });

  it('is notified of later files as a change, and not of duplicates', async () => {
    const xml = instanceXml(subscribed.uid);
    const photo = { name: 'p.jpg', content: 'photo' };
    await submission(app.as('owner'), xml).expect(201);
    await submission(app.as('owner'), xml, [photo]).expect(201);
    await submission(app.as('owner'), xml, [photo]).expect(202);
    const change = { assetId: subscribed.id, submissionIds: [await newestId(subscribed)] };
    expect(subscriber.changes).toEqual([
      { kind: 'created', ...change },
      { kind: 'updated', ...change },
    ]);
  });

  it('rolls back the submission if it fails, so that the client retries', async () => {
    const [before] = await app.rows('SELECT count(*) FROM submission');
    const [total] = await app.rows('SELECT sum(submissions) FROM submission_tally');
    subscriber.failing = true;
    const xml = instanceXml(subscribed.uid);
    await submission(app.as('owner'), xml).expect(500);
    expect(await app.rows('SELECT count(*) FROM submission')).toEqual([before]);
    expect(await app.rows('SELECT sum(submissions) FROM submission_tally')).toEqual([total]);
    subscriber.failing = false;
    await submission(app.as('owner'), xml).expect(201);
  });
});
