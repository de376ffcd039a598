import { Client } from 'pg';
import { RouteTable } from '../../../src/authorization/route-table';
import { grant, grantPartially, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { makePairing } from '../../factories/pairing.factory';
import { makeFailedDelivery } from '../../factories/hook.factory';
import { USUAL } from '../../factories/export.factory';
import { submit } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { printedSeed, Random } from '../../support/random';
import { type Caller, CALLERS, expected, PARTIAL, type Place, placesOf, PUBLIC } from './matrix/model';
import type { AskedOperation, Target } from './matrix/operation';
import { OPERATIONS } from './matrix/operations';
import { PIXEL } from './matrix/sent';
import { differing, type Part, World } from './matrix/world';

/** Of the cells that change nothing, the short profile asks one in so many, others every time. */
const SHORT_SHARE = process.env['TEST_PROFILE'] === 'full' ? 1 : 8;
const AT_A_TIME = 6;

interface Cell {
  readonly operation: AskedOperation;
  readonly who: Caller;
  readonly place: Place;
}

const CELLS: readonly Cell[] = OPERATIONS.flatMap((operation) =>
  CALLERS.flatMap((who) => placesOf(operation).map((place) => ({ operation, who, place }))),
);

const nameOf = ({ operation, who, place }: Cell): string => `${operation.name} by ${who.name}, ${place}`;
const expectedOf = ({ operation, who, place }: Cell) => expected(operation, who, place);

describe('every operation, by everybody, on everything', () => {
  let app: TestApp;
  let client: Client;
  let world: World;
  const targets = new Map<string, Target>();
  const absent: Target = {
    ...{ uid: 'aaaaaaaaaaaaaaaaaaaaaa', id: 0, submission: 987_654_321, filtered: 987_654_321 },
    link: 'claaaaaaaaaaaaaaaaaaaaa',
    ...{ attachment: 'attaaaaaaaaaaaaaaaaaaaaa', filteredAttachment: 'attaaaaaaaaaaaaaaaaaaaaa' },
    ...{
      file: 'afaaaaaaaaaaaaaaaaaaaaa',
      version: 'vaaaaaaaaaaaaaaaaaaaaa',
      ownersAssignment: 'paaaaaaaaaaaaaaaaaaaaa',
    },
    guestsAssignment: 'paaaaaaaaaaaaaaaaaaaaa',
    ...{ hook: 'haaaaaaaaaaaaaaaaaaaaa', log: 'hlaaaaaaaaaaaaaaaaaaaaa' },
    setting: 'esaaaaaaaaaaaaaaaaaaaaa',
    pairing: 'pdaaaaaaaaaaaaaaaaaaaaa',
    ...{ source: 'aaaaaaaaaaaaaaaaaaaaaa', collection: 'aaaaaaaaaaaaaaaaaaaaaa' },
  };

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' } });
    client = new Client({ connectionString: app.databaseUrl });
    await client.connect();
    const users = [...new Set(CALLERS.flatMap(({ user }) => user ?? []))];
    for (const user of [...users, 'other', 'guest', 'newcomer']) {
      await app.addUser(user, { superuser: user === 'superuser' });
    }
    targets.set('foreign', await makeTarget('other'));
    targets.set('foreign draft', await makeTarget('other', true));
    for (const name of ['shared', 'draft']) {
      const target = await makeTarget('owner', name === 'draft');
      for (const { user, held, isSuperuser, name: codename } of CALLERS) {
        if (user?.startsWith('holds_') === true && held.size > 0 && !isSuperuser) {
          await grant(app, target.uid, user, [codename]);
          if (held.has('change_asset')) await grant(app, target.collection, user, ['change_asset']);
        }
      }
      for (const codename of PARTIAL) {
        await grantPartially(app, target.uid, `partial_${codename}`, {
          [codename]: [{ 'person/name': 'Asha' }],
        });
      }
      targets.set(name, target);
    }
    for (const codename of PUBLIC) {
      const target = await makeTarget('owner');
      await grant(app, target.uid, ANONYMOUS, [codename]);
      targets.set(`public_${codename}`, target);
    }
    world = new World(app, client);
    await world.keep();
  });
  afterAll(async () => {
    await client.end();
    await app.stop();
  });

  async function makeTarget(owner: string, isDraft = false): Promise<Target> {
    const made = isDraft ? await makeAsset(app, { owner }) : await makeDeployedAsset(app, { owner });
    const { uid } = made;
    await grant(app, uid, 'guest', ['view_asset'], { owner });
    const files = [{ name: 'p.png', content: PIXEL, type: 'image/png' }];
    if (!isDraft) {
      for (const name of ['Asha', 'Baraka']) {
        const answers = `<person><name>${name}</name></person><photo>p.png</photo>`;
        await submit(app, uid, { by: owner, answers, files });
      }
    }
    const file = await app
      .as(owner)
      .post(`/api/v2/assets/${uid}/files/`)
      .field('file_type', 'form_media')
      .attach('content', PIXEL, 'crab.png')
      .expect(201);
    const setting = await app
      .as(owner)
      .post(`/api/v2/assets/${uid}/export-settings/`)
      .send({ name: 'Weekly', export_settings: USUAL })
      .expect(201);
    const collection = await makeAsset(app, { owner, asset_type: 'collection', content: {} });
    await grant(app, collection.uid, 'guest', ['change_asset'], { owner });
    const link = await app.as(owner).post(`/api/v2/assets/${uid}/collector-links/`).send({}).expect(201);
    const { body: assignments } = await app.as(owner).get(`/api/v2/assets/${uid}/permission-assignments/`);
    const assignmentOf = (user: string): string =>
      (assignments as { url: string; user: string }[])
        .find((each) => each.user.endsWith(`/${user}/`))!
        .url.split('/')
        .at(-2)!;
    const [asset] = await app.rows<{ id: number }>('SELECT id FROM asset WHERE uid = $1', [uid]);
    const sent = await app.rows<{ id: string; attachment: string }>(
      `SELECT s.id, a.uid AS attachment FROM submission s
         JOIN attachment a ON a.asset_id = s.asset_id AND a.submission_id = s.id
        WHERE s.asset_id = $1 ORDER BY s.id`,
      [asset!.id],
    );
    return {
      ...(await makeFailedDelivery(app, uid, { owner })),
      pairing: await makePairing(app, uid, { owner }),
      uid,
      id: asset!.id,
      submission: Number(sent[0]?.id ?? 0),
      filtered: Number(sent[1]?.id ?? 0),
      link: (link.body as { uid: string }).uid,
      attachment: sent[0]?.attachment ?? '',
      filteredAttachment: sent[1]?.attachment ?? '',
      file: (file.body as { uid: string }).uid,
      version: made['version_id'] as string,
      setting: (setting.body as { uid: string }).uid,
      ownersAssignment: assignmentOf(owner),
      guestsAssignment: assignmentOf('guest'),
      source: uid,
      collection: collection.uid,
    };
  }

  function targetOf({ operation, who, place }: Cell): { asset: Target; below: Target } {
    const own = targets.get(operation.onDraft && who.asset === 'shared' ? 'draft' : who.asset)!;
    const foreign = targets.get(operation.onDraft ? 'foreign draft' : 'foreign')!;
    // Anybody sees it, and what is copied from it is not what is there already.
    const { source } = targets.get('public_view_asset')!;
    switch (place) {
      case 'own':
        return { asset: own, below: { ...own, source } };
      case 'foreign':
        return { asset: foreign, below: { ...foreign, source } };
      case 'absent':
        return { asset: absent, below: own };
      case 'foreign below own':
        return { asset: own, below: foreign };
      case 'absent below own':
        return { asset: own, below: absent };
      case 'filtered below own':
        return {
          asset: own,
          below: { ...own, submission: own.filtered, attachment: own.filteredAttachment },
        };
    }
  }

  async function ask(cell: Cell): Promise<{ status: number; text: string }> {
    const { asset, below } = targetOf(cell);
    const { path, body } = cell.operation.ask(asset, below);
    const { user } = cell.who;
    const isForm = body instanceof FormData;
    const answer = await fetch(`${app.origin}${path}`, {
      method: cell.operation.method,
      headers: {
        ...(user !== undefined && { authorization: `Token ${app.tokenOf(user)}` }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  }

  /** Asks some at a time. @returns what was answered otherwise than expected */
  async function wrongAmong(cells: readonly Cell[]): Promise<string[]> {
    const wrong: string[] = [];
    const left = [...cells];
    const worker = async (): Promise<void> => {
      for (let cell = left.pop(); cell !== undefined; cell = left.pop()) {
        const { status } = await ask(cell);
        const wanted = expectedOf(cell).status;
        if (status !== wanted) wrong.push(`${nameOf(cell)}: ${status} instead of ${wanted}`);
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, worker));
    return wrong.sort();
  }

  it('has its line here, more than 5 000 cells in all', () => {
    const asked = new Set(OPERATIONS.map(({ route }) => route));
    const routes = app.nest
      .get(RouteTable)
      .routes()
      .filter(({ policy }) => policy.kind === 'asset')
      .map(({ method, path }) => `${method} ${path}`);
    expect(routes.filter((route) => !asked.has(route) && !route.endsWith('/:size'))).toEqual([]);
    expect(CELLS.length).toBeGreaterThan(5_000);
  });

  it('is refused or reads, and changes nothing', async () => {
    const random = new Random(printedSeed('matrix'));
    const harmless = CELLS.filter((cell) => expectedOf(cell).changes.length === 0);
    const chosen = harmless.filter(() => random.chance(1 / SHORT_SHARE));
    const before = await world.digests();
    expect(await wrongAmong(chosen)).toEqual([]);
    expect(differing(before, await world.digests())).toEqual([]);
  });

  it('changes what it is about, and nothing else', async () => {
    const before = await world.digests();
    const wrong: string[] = [];
    for (const cell of CELLS) {
      const { status, changes } = expectedOf(cell);
      if (changes.length === 0) continue;
      const answer = await ask(cell);
      const changed = differing(before, await world.digests());
      await world.restore(changed);
      const parts = changes.map((table): Part => `${table} of ${targetOf(cell).asset.id}`);
      const told = `${answer.status}, ${changed.join(', ')}`;
      const wanted = `${status}, ${parts.join(', ')}`;
      if (told !== wanted) wrong.push(`${nameOf(cell)}: ${told} instead of ${wanted}`);
    }
    expect(wrong).toEqual([]);
    expect(differing(before, await world.digests())).toEqual([]);
  });

  it('tells nobody who may not read whether there is such an asset', async () => {
    const told: string[] = [];
    for (const operation of OPERATIONS) {
      // Collectors are told that a form is none of theirs, or that there is none (contract-data 4.5).
      if (operation.family === 'collector-posts') continue;
      for (const who of CALLERS.filter(({ name }) => name === 'stranger' || name === 'anonymous')) {
        const [foreign, none] = await Promise.all(
          (['foreign', 'absent'] as const).map((place) => ask({ operation, who, place })),
        );
        if (foreign!.status !== none!.status || foreign!.text !== none!.text) {
          told.push(`${operation.name} by ${who.name}: ${JSON.stringify([foreign, none])}`);
        }
      }
    }
    expect(told).toEqual([]);
  });
});
