import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { grant } from '../factories/asset.factory';
import { Random, testSeed } from '../fixtures/random';
import { startApp, type TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { KillableChromium } from '../support/killable-chromium';
import { NAME, OfflineForm, PHOTO } from '../factories/offline-form';
import { type NetworkState, UnreliableNetwork } from '../support/unreliable-network';

const SUBMISSIONS = 50;
/** Kills of the browser, and as many cuts of the network. */
const INTERRUPTIONS = 20;
/** Time after "Send" in which the browser is killed. */
const MAX_DELAY_MS = 600;
const CUTS: readonly NetworkState[] = ['down', 'unanswered'];

/** Expression for pages. */
const WAITING = `new Promise((resolve) => {
  indexedDB.open('web-forms').onsuccess = ({ target: { result } }) => {
    result.transaction('submissions').objectStore('submissions').count().onsuccess = ({ target }) => resolve(target.result);
  };
})`;

interface StoredSubmission {
  readonly name: string;
  readonly 'meta/instanceID': string;
  readonly _attachments: readonly { readonly download_url: string }[];
}

describe('a page that works offline, killed and cut off at random', () => {
  const random = new Random(testSeed());
  const chromium = new KillableChromium();
  let app: TestApp;
  let network: UnreliableNetwork;
  let form: OfflineForm;
  let page: Page;

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'enumerator', 'other']) await app.addUser(name);
    form = await OfflineForm.deploy(app);
    await grant(app, form.uid, 'AnonymousUser', ['add_submissions']);
    network = new UnreliableNetwork(new URL(app.origin));
    await network.start();
  });
  afterAll(async () => {
    await chromium.remove();
    await network.stop();
    await app.stop();
  });

  const photoOf = (index: number): Buffer => Buffer.concat([PHOTO.buffer, Buffer.from(`photo ${index}`)]);
  const answer = () => page.getByLabel(NAME);

  function someOf(count: number): ReadonlySet<number> {
    const found = new Set<number>();
    while (found.size < count) found.add(random.between(1, SUBMISSIONS));
    return found;
  }

  async function open(): Promise<void> {
    page = await chromium.start();
    await page.goto(`${network.origin}/web-forms/offline/${form.uid}/`);
    await answer().waitFor();
  }

  async function submit(index: number): Promise<void> {
    await page
      .locator('input[type=file]')
      .setInputFiles({ ...PHOTO, name: `photo-${index}.png`, buffer: photoOf(index) });
    await answer().fill(`Person ${index}`);
    await page.locator('.draft-saved:not(:empty)').waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
  }

  /** A new, empty form is shown once the submission is in the queue. */
  const queued = () =>
    eventually(
      () => answer().inputValue(),
      (value) => value === '',
    );

  it('stores each of its submissions once, with its photo', async () => {
    await open();
    await page.locator('.readiness-ready').waitFor();
    const [kills, cuts] = [someOf(INTERRUPTIONS), someOf(INTERRUPTIONS)];

    for (let index = 1; index <= SUBMISSIONS; index += 1) {
      await submit(index);
      network.become(cuts.has(index) ? random.pick(CUTS) : 'up');
      if (kills.has(index)) {
        await pause(random.between(0, MAX_DELAY_MS));
        await chromium.kill();
        await open();
        // The page was killed before it finished the draft.
        if ((await answer().inputValue()) !== '')
          await page.getByRole('button', { name: 'Send', exact: true }).click();
      }
      await queued();
    }

    network.become('up');
    await chromium.kill();
    await open();
    await eventually(
      () => page.evaluate<number>(WAITING),
      (count) => count === 0,
    );
    const stored = await allStored();
    expect(stored.map(({ name }) => name).sort()).toEqual(
      Array.from({ length: SUBMISSIONS }, (_, index) => `Person ${index + 1}`).sort(),
    );
    expect(new Set(stored.map((each) => each['meta/instanceID'])).size).toBe(SUBMISSIONS);
    for (const { name, _attachments: files } of stored) {
      expect(files).toHaveLength(1);
      const { body } = await app
        .as('owner')
        .get(new URL(files[0]!.download_url).pathname)
        .buffer(true)
        .expect(200);
      expect(hash(body as Buffer)).toBe(hash(photoOf(Number(name.split(' ')[1]))));
    }
  }, 900_000);

  async function allStored(): Promise<StoredSubmission[]> {
    const { body } = await app.as('owner').get(`/api/v2/assets/${form.uid}/data/?limit=1000`).expect(200);
    return (body as { results: StoredSubmission[] }).results;
  }
});

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
