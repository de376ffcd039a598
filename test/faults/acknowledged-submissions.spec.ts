import { randomUUID } from 'node:crypto';
import { makeDeployedAsset } from '../factories/asset.factory';
import { instanceXml, submission } from '../factories/submission.factory';
import { startApp, type TestApp } from '../support/app';
import { Random, testSeed } from '../fixtures/random';

const LONG = process.env['TEST_PROFILE'] === 'long';
const CLIENTS = 32;
const SUBMISSIONS_PER_CLIENT = LONG ? 200 : 12;

if (LONG) jest.setTimeout(20 * 60_000);

describe('32 clients with valid and invalid submissions', () => {
  const seed = testSeed();
  let app: TestApp;
  let uid: string;
  const acknowledged = new Map<string, string>();
  const rejected = new Set<string>();

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    uid = (await makeDeployedAsset(app)).uid;
  });
  afterAll(() => app.stop());

  /** Geopoint as devices write it, or invalid text. */
  function geopointOf(random: Random): string {
    const [latitude, longitude] = [random.next() * 180 - 90, random.next() * 360 - 180];
    return random.pick([
      `${latitude} ${longitude} ${random.between(-10, 5000)} 4.5`,
      `${latitude} ${longitude}`,
      'nowhere',
      '',
    ]);
  }

  async function sendOne(random: Random): Promise<void> {
    const uuid = randomUUID();
    const place = geopointOf(random);
    const whole = instanceXml(uid, { uuid, answers: `<place>${place}</place><consent>yes</consent>` });
    const kind = random.pick([
      'valid',
      'valid',
      'valid',
      'repeated',
      'conflicting',
      'truncated',
      'foreign',
    ] as const);
    const known = random.pick([...acknowledged.keys(), uuid]);
    const xml = {
      valid: whole,
      repeated: acknowledged.get(known) ?? whole,
      conflicting: instanceXml(uid, { uuid: known, answers: `<consent>${uuid}</consent>` }),
      truncated: whole.slice(0, random.between(1, whole.length - 1)),
      foreign: whole.replaceAll(uid, 'aUnknownForm'),
    }[kind];
    const { status } = await submission(app.as('owner'), xml);
    const outcome = { kind, status, isKnown: acknowledged.has(known) };
    if (status === 201 || status === 202) {
      const stored = kind === 'repeated' || kind === 'conflicting' ? known : uuid;
      if (!acknowledged.has(stored)) acknowledged.set(stored, xml);
      return;
    }
    expect({ ...outcome, isExpected: [400, 404, 409].includes(status) && kind !== 'valid' }).toMatchObject({
      isExpected: true,
    });
    if (kind !== 'conflicting') rejected.add(uuid);
  }

  it('store acknowledged submissions exactly once and rejected ones not at all', async () => {
    const clients = Array.from({ length: CLIENTS }, (_, index) => new Random(seed + index));
    await Promise.all(
      clients.map(async (random) => {
        for (let count = 0; count < SUBMISSIONS_PER_CLIENT; count += 1) await sendOne(random);
      }),
    );
    const rows = await app.rows<{ uuid: string; xml: string }>(
      'SELECT root_uuid AS uuid, xml FROM submission',
    );
    expect(rows.map(({ uuid }) => uuid).sort()).toEqual([...acknowledged.keys()].sort());
    for (const { uuid, xml } of rows) expect(xml).toBe(acknowledged.get(uuid));
    expect(rows.filter(({ uuid }) => rejected.has(uuid))).toEqual([]);
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/?limit=1`).expect(200);
    expect(body).toMatchObject({ count: acknowledged.size });
  });
});
