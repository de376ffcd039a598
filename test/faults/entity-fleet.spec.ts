import { randomUUID } from 'node:crypto';
import {
  type EntityJson,
  type EntityVersionJson,
  FOLLOW_UP,
  registration,
  REGISTRATION,
  update,
} from '../factories/entity.factory';
import { instanceXml } from '../factories/submission.factory';
import { Random, testSeed } from '../fixtures/random';
import { KillableService } from '../support/killable-service';

const LONG = process.env['TEST_PROFILE'] === 'long';
const PHONES = 50;
/** Orders in which the same fleet sends; the service is killed in each. */
const ORDERS = LONG ? 10 : 2;
const KILLS_PER_ORDER = LONG ? 4 : 1;
const SHARED_HOUSEHOLDS = 12;
const CONNECTIONS = 12;

if (LONG) jest.setTimeout(60 * 60_000);

/** Answers of one visit: unique values, so that each is found in the history. */
interface Visit {
  readonly village?: string;
  readonly members?: number;
}

interface Household {
  readonly head: string;
  /** Sent before the phones lose the network; otherwise by the phone that registers it. */
  readonly isShared: boolean;
  /** Visits of each phone, in its order. */
  readonly branches: Visit[][];
}

/**
 * Fifty phones without a network register and visit the same households, then send everything in any order, repeatedly, while
 * the service is killed.
 */
describe('entities of a fleet of phones, the service killed', () => {
  const random = new Random(testSeed());
  const service = new KillableService('admin');
  const unexpected: string[] = [];
  let form: string;
  let followUp: string;
  let list: string;
  let sentForms = 0;

  beforeAll(async () => {
    await service.start();
    form = await deploy('Registration', REGISTRATION);
    followUp = await deploy('Follow-up', FOLLOW_UP);
    const { results } = await json('/api/v2/entity-lists/');
    list = (results as { uid: string }[])[0]!.uid;
  });
  afterAll(() => service.remove());

  it('end in one state in every order: nothing lost, nothing doubled, every conflict marked', async () => {
    const households = planFleet();
    for (let order = 0; order < ORDERS; order += 1) {
      const ids = households.map(() => randomUUID());
      const [before, after] = writeForms(households, ids);
      await sendAll(before, 0);
      await sendAll(after, KILLS_PER_ORDER);
      sentForms += before.length + after.length;
      for (const [index, household] of households.entries()) await expectHousehold(ids[index]!, household);
    }
    expect(unexpected).toEqual([]);
    expect(await countOf(`/api/v2/entity-lists/${list}/entities/`)).toBe(ORDERS * households.length);
    const submissions = await Promise.all(
      [form, followUp].map((uid) => countOf(`/api/v2/assets/${uid}/data/`)),
    );
    expect(submissions[0]! + submissions[1]!).toBe(sentForms);
    for (const uid of [form, followUp]) {
      expect(await json(`/api/v2/assets/${uid}/entity-problems/`)).toMatchObject({ count: 0 });
    }
  });

  function planFleet(): Household[] {
    let values = 0;
    const visits = (): Visit[] =>
      Array.from({ length: random.between(1, 3) }, () => {
        values += 1;
        const village = { village: `Village ${values}` };
        return random.pick([village, { members: values }, { ...village, members: values }]);
      });
    const shared = Array.from({ length: SHARED_HOUSEHOLDS }, (_, index) => ({
      head: `Shared ${index}`,
      isShared: true,
      branches: [] as Visit[][],
    }));
    const own = Array.from({ length: PHONES }, (_, phone) => {
      for (const household of new Set([random.pick(shared), random.pick(shared)]))
        household.branches.push(visits());
      return { head: `Phone ${phone}`, isShared: false, branches: random.chance(0.6) ? [visits()] : [] };
    });
    return [...shared, ...own];
  }

  /** @returns submissions that are sent before the phones lose the network, and those sent after */
  function writeForms(households: readonly Household[], ids: readonly string[]): [string[], string[]] {
    const [before, after]: [string[], string[]] = [[], []];
    for (const [index, { head, isShared, branches }] of households.entries()) {
      const id = ids[index]!;
      (isShared ? before : after).push(instanceXml(form, registration(id, { head, village: 'First' })));
      for (const visits of branches) {
        const branch = randomUUID();
        for (const [place, visit] of visits.entries()) {
          const versions = { base: place + 1, trunk: isShared ? 1 : '', branch } as const;
          after.push(instanceXml(followUp, update(id, { ...versions, ...visit })));
        }
      }
    }
    return [before, after];
  }

  /** Sends each at least once, in random order, and again until the service acknowledges it. */
  async function sendAll(xmls: readonly string[], kills: number): Promise<void> {
    const queue = [...xmls, ...xmls.filter(() => random.chance(0.3))]
      .map((xml) => ({ xml, rank: random.next() }))
      .toSorted((one, other) => one.rank - other.rank)
      .map(({ xml }) => xml);
    for (let kill = 0; kill <= kills && queue.length > 0; kill += 1) {
      const untilKill = kill < kills ? random.between(10, Math.ceil(queue.length / 2)) : Infinity;
      await sendUntilKilled(queue, untilKill);
    }
    expect(queue).toEqual([]);
  }

  async function sendUntilKilled(queue: string[], responses: number): Promise<void> {
    let responsesLeft = responses;
    let killed: Promise<void> | undefined;
    const connection = async (): Promise<void> => {
      for (let xml = queue.pop(); xml !== undefined; xml = killed === undefined ? queue.pop() : undefined) {
        try {
          const status = await send(xml);
          if (status !== 201 && status !== 202) unexpected.push(`${status} for ${xml}`);
        } catch {
          // The outcome is unknown to the phone: it sends again, at any later time.
          queue.splice(random.between(0, queue.length), 0, xml);
          if (killed === undefined) unexpected.push('The connection broke.');
          return;
        }
        responsesLeft -= 1;
        if (responsesLeft === 0) killed = service.kill({ database: random.chance(0.3) });
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, connection));
    if (killed === undefined) return;
    await killed;
    await service.start();
  }

  async function send(xml: string): Promise<number> {
    const body = new FormData();
    body.set('xml_submission_file', new Blob([xml], { type: 'text/xml' }), 'submission.xml');
    const headers = { Authorization: service.authorization };
    const response = await fetch(`${service.origin}/submission`, { method: 'POST', headers, body });
    await response.arrayBuffer();
    return response.status;
  }

  /** Compares the history of a household with the plan, which says the state but for the order of phones. */
  async function expectHousehold(id: string, { head, branches }: Household): Promise<void> {
    const path = `/api/v2/entity-lists/${list}/entities/${id}/`;
    const entity = (await json(path)) as unknown as EntityJson;
    const { results } = await json(`${path}versions/?limit=1000`);
    const versions = (results as EntityVersionJson[]).toReversed();
    const visits = branches.flat();
    expect(versions.map(({ version }) => version)).toEqual(
      Array.from({ length: visits.length + 1 }, (_, index) => index + 1),
    );
    const applied = versions.slice(1).map((version, index) => changeBetween(versions[index]!, version));
    expect(applied.map(keyOf).sort()).toEqual(visits.map(keyOf).sort());
    for (const branch of branches) {
      const places = branch.map((visit) => applied.map(keyOf).indexOf(keyOf(visit)));
      expect(places).toEqual(places.toSorted((one, other) => one - other));
    }
    const state: Visit = applied.reduce((before, visit) => ({ ...before, ...visit }), { village: 'First' });
    const { village = '', members } = state;
    expect(entity).toMatchObject({
      label: head,
      version: visits.length + 1,
      data: { head, village, ...(members !== undefined && { members: String(members) }) },
      conflict: conflictOf(branches),
    });
  }

  async function countOf(path: string): Promise<number> {
    return (await json(`${path}?limit=1`))['count'] as number;
  }

  async function deploy(name: string, content: object): Promise<string> {
    const { uid } = await json('/api/v2/assets/', { asset_type: 'survey', name, content });
    await json(`/api/v2/assets/${uid as string}/deployment/`, { active: true });
    return uid as string;
  }

  /** @throws Error unless the request succeeds */
  async function json(path: string, body?: object): Promise<Record<string, unknown>> {
    const response = await fetch(`${service.origin}${path}`, {
      headers: { Authorization: service.authorization, 'Content-Type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${text}\n${service.report}`);
    return JSON.parse(text) as Record<string, unknown>;
  }
});

/** What a version changed: each visit sends values that none sent before. */
function changeBetween({ data: before }: EntityVersionJson, { data }: EntityVersionJson): Visit {
  return {
    ...(data['village'] !== before['village'] && { village: data['village']! }),
    ...(data['members'] !== before['members'] && { members: Number(data['members']) }),
  };
}

const keyOf = ({ village, members }: Visit): string => `${village ?? ''}|${members ?? ''}`;

/** Phones that visit one household conflict: hard if two of them set the same property. */
function conflictOf(branches: readonly (readonly Visit[])[]): 'soft' | 'hard' | null {
  if (branches.length < 2) return null;
  const isSetByTwo = (['village', 'members'] as const).some(
    (name) => branches.filter((visits) => visits.some((visit) => visit[name] !== undefined)).length > 1,
  );
  return isSetByTwo ? 'hard' : 'soft';
}
