import { randomUUID } from 'node:crypto';
import {
  type EntityJson,
  entitiesOf,
  findList,
  makeFollowUp,
  makeRegistration,
  register,
  registration,
  update,
} from '../../factories/entity.factory';
import { instanceXml, submission } from '../../factories/submission.factory';
import { Random, testSeed } from '../../fixtures/random';
import { startApp, type TestApp } from '../../support/app';

const PHONES = 8;
const CONNECTIONS = 6;

/** A fleet of phones without a network registers and visits households, and sends all later, in any order and repeatedly. */
describe('entities of a fleet of phones', () => {
  let app: TestApp;
  let form: string;
  let followUp: string;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    form = (await makeRegistration(app)).uid;
    followUp = (await makeFollowUp(app)).uid;
  });
  afterAll(() => app.stop());

  async function sendAll(xmls: readonly string[]): Promise<void> {
    const queue = [...xmls];
    const connection = async (): Promise<void> => {
      for (let xml = queue.pop(); xml !== undefined; xml = queue.pop()) {
        const { status } = await submission(app.as('owner'), xml);
        expect([201, 202]).toContain(status);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  }

  it('end in one state: nothing lost, nothing doubled, every conflict marked', async () => {
    const random = new Random(testSeed());
    const shared = await Promise.all(['A', 'B'].map((head) => register(app, form, { head })));
    const xmls: string[] = [];
    const own = new Map<string, number>();
    const visits = new Map<string, number>();
    /** Updates the versions from `first` on, as one phone without a network. */
    const visit = (id: string, first: number, trunk: number | ''): number => {
      const branch = randomUUID();
      const count = random.between(1, 4);
      for (let base = first; base < first + count; base += 1)
        xmls.push(instanceXml(followUp, update(id, { base, trunk, branch, members: base })));
      return count;
    };
    for (let phone = 0; phone < PHONES; phone += 1) {
      const id = randomUUID();
      xmls.push(instanceXml(form, registration(id, { head: `Phone ${phone}` })));
      own.set(id, visit(id, 1, ''));
      const household = random.pick(shared);
      visits.set(household, (visits.get(household) ?? 0) + visit(household, 1, 1));
    }
    const sent = [...xmls, ...xmls.filter(() => random.chance(0.3))].map((xml) => ({
      xml,
      rank: random.next(),
    }));
    await sendAll(sent.toSorted((one, other) => one.rank - other.rank).map(({ xml }) => xml));

    const { uid } = await findList(app);
    const entities = new Map(
      (await entitiesOf(app, uid)).map((entity): [string, EntityJson] => [entity.uuid, entity]),
    );
    expect(entities.size).toBe(PHONES + shared.length);
    for (const [id, updates] of own) {
      expect(entities.get(id)).toMatchObject({
        version: updates + 1,
        conflict: null,
        data: { members: String(updates) },
      });
    }
    for (const [id, updates] of visits) expect(entities.get(id)).toMatchObject({ version: updates + 1 });
    for (const uid of [form, followUp]) {
      const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/entity-problems/`).expect(200);
      expect(body).toMatchObject({ count: 0 });
    }
  });
});
