import type { Transaction } from '../../../src/database/unit-of-work/unit-of-work.port';
import { ChangeFeed } from '../../../src/database/change-feed';
import { managerOf } from '../../../src/database/unit-of-work/open-transaction';
import {
  type SubmissionChange,
  type SubmissionListener,
  SubmissionListeners,
} from '../../../src/events/submission-listener.port';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, submission, submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { allHeard } from '../../support/change-heard';
import { textsDuring } from '../../support/statement-tap';

/** Writes down what it hears, in the transaction that it hears it in. */
class TestListener implements SubmissionListener {
  readonly heard: SubmissionChange[] = [];
  failing = false;
  asked = 0;

  constructor(private readonly assetIds: ReadonlySet<number>) {}

  listensTo(assetId: number): Promise<boolean> {
    this.asked += 1;
    return Promise.resolve(this.assetIds.has(assetId));
  }

  async hear(transaction: Transaction, change: SubmissionChange): Promise<void> {
    await managerOf(transaction).query('INSERT INTO heard SELECT unnest($1::bigint[]), $2', [
      change.submissionIds,
      change.kind,
    ]);
    if (this.failing) throw new Error('The listener fails.');
    this.heard.push(change);
  }
}

describe('a listener to submissions', () => {
  let app: TestApp;
  let listener: TestListener;
  /** Who is listened to, and who is not. */
  let loud: { uid: string; id: number };
  let quiet: { uid: string; id: number };

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' } });
    await app.addUser('owner');
    await app.rows('CREATE TABLE heard (id bigint, kind text)');
    [loud, quiet] = [await makeForm(), await makeForm()];
    listener = new TestListener(new Set([loud.id]));
    app.nest.get(SubmissionListeners).add(listener);
    for (const { id } of [loud, quiet]) app.nest.get(ChangeFeed).announce('asset', id);
    await allHeard(app);
    for (const { uid } of [loud, quiet]) await submit(app, uid);
  });
  afterAll(() => app.stop());
  beforeEach(() => {
    listener.failing = false;
    listener.heard.length = 0;
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

  it('hears of a submission in the transaction that stores it', async () => {
    const sent = await textsDuring(() => submit(app, loud.uid));
    expect(sent).toEqual([
      'START TRANSACTION',
      expect.stringContaining('store_submission'),
      expect.stringContaining('INSERT INTO heard'),
      'COMMIT',
    ]);
    const id = await newestId(loud);
    expect(listener.heard).toEqual([{ kind: 'came', assetId: loud.id, submissionIds: [id] }]);
    expect(await app.rows('SELECT kind FROM heard WHERE id = $1', [id])).toEqual([{ kind: 'came' }]);
  });

  it('costs a form that nobody listens to nothing: one statement stores', async () => {
    const sent = await textsDuring(() => submit(app, quiet.uid));
    expect(sent).toEqual([expect.stringContaining('store_submission')]);
    expect(listener.heard).toEqual([]);
  });

  it('is asked once whether it listens, not with every submission', async () => {
    const before = listener.asked;
    for (const { uid } of [loud, quiet, loud, quiet]) await submit(app, uid);
    expect(listener.asked).toBe(before);
  });

  it('hears of files that come later as of a change, and of what came twice nothing', async () => {
    const xml = instanceXml(loud.uid);
    const photo = { name: 'p.jpg', content: 'photo' };
    await submission(app.as('owner'), xml).expect(201);
    await submission(app.as('owner'), xml, [photo]).expect(201);
    await submission(app.as('owner'), xml, [photo]).expect(202);
    const change = { assetId: loud.id, submissionIds: [await newestId(loud)] };
    expect(listener.heard).toEqual([
      { kind: 'came', ...change },
      { kind: 'changed', ...change },
    ]);
  });

  it('undoes what it could not take note of, so that the sender tries again', async () => {
    const [before] = await app.rows('SELECT count(*) FROM submission');
    const [tally] = await app.rows('SELECT sum(submissions) FROM submission_tally');
    listener.failing = true;
    const xml = instanceXml(loud.uid);
    await submission(app.as('owner'), xml).expect(500);
    expect(await app.rows('SELECT count(*) FROM submission')).toEqual([before]);
    expect(await app.rows('SELECT sum(submissions) FROM submission_tally')).toEqual([tally]);
    listener.failing = false;
    await submission(app.as('owner'), xml).expect(201);
  });
});
