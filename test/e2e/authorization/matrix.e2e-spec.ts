import { Client } from 'pg';
import { RouteTable } from '../../../src/authorization/route-table';
import { grant, grantPartially, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { makePairedData } from '../../factories/paired-data.factory';
import { makeFailedDelivery } from '../../factories/hook.factory';
import { EXPORT_DEFAULTS } from '../../factories/export.factory';
import { submit } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { Random, testSeed } from '../../fixtures/random';
import {
  type Caller,
  CALLERS,
  expected,
  PARTIAL,
  type TargetKind,
  targetKindsOf,
  PUBLIC,
} from './matrix/model';
import type { RoutedOperation, Target } from './matrix/operation';
import { OPERATIONS } from './matrix/operations';
import { PIXEL } from './matrix/request-bodies';
import { differing, type Part, DatabaseSnapshot } from './matrix/database-snapshot';

/** The short profile samples one in SHORT_SHARE of the read-only or refused cells, others each time. */
const SHORT_SHARE = process.env['TEST_PROFILE'] === 'long' ? 1 : 8;
const CONCURRENCY = 6;

interface Cell {
  readonly operation: RoutedOperation;
  readonly caller: Caller;
  readonly targetKind: TargetKind;
}

const CELLS: readonly Cell[] = OPERATIONS.flatMap((operation) =>
  CALLERS.flatMap((caller) =>
    targetKindsOf(operation).map((targetKind) => ({ operation, caller, targetKind })),
  ),
);

const nameOf = ({ operation, caller, targetKind }: Cell): string =>
  `${operation.name} by ${caller.name}, ${targetKind}`;
const expectedOf = ({ operation, caller, targetKind }: Cell) => expected(operation, caller, targetKind);

describe('every operation, by every caller, on every target', () => {
  let app: TestApp;
  let client: Client;
  let world: DatabaseSnapshot;
  const targets = new Map<string, Target>();
  const absent: Target = {
    uid: 'aaaaaaaaaaaaaaaaaaaaaa',
    id: 0,
    submission: 987_654_321,
    filtered: 987_654_321,
    deleted: 987_654_321,
    filteredDeleted: 987_654_321,
    link: 'claaaaaaaaaaaaaaaaaaaaa',
    attachment: 'attaaaaaaaaaaaaaaaaaaaaa',
    filteredAttachment: 'attaaaaaaaaaaaaaaaaaaaaa',
    file: 'afaaaaaaaaaaaaaaaaaaaaa',
    version: 'vaaaaaaaaaaaaaaaaaaaaa',
    ownersAssignment: 'paaaaaaaaaaaaaaaaaaaaa',
    guestsAssignment: 'paaaaaaaaaaaaaaaaaaaaa',
    hook: 'haaaaaaaaaaaaaaaaaaaaa',
    log: 'hlaaaaaaaaaaaaaaaaaaaaa',
    setting: 'esaaaaaaaaaaaaaaaaaaaaa',
    pairedData: 'pdaaaaaaaaaaaaaaaaaaaaa',
    source: 'aaaaaaaaaaaaaaaaaaaaaa',
    collection: 'aaaaaaaaaaaaaaaaaaaaaa',
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
    world = new DatabaseSnapshot(app, client);
    await world.capture();
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
        const uuid = await submit(app, uid, { by: owner, answers, files });
        await app.as(owner).delete(`/api/v2/assets/${uid}/data/${uuid}/`).expect(204);
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
      .send({ name: 'Weekly', export_settings: EXPORT_DEFAULTS })
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
    const deleted = await app.rows<{ id: string }>(
      'SELECT id FROM deleted_submission WHERE asset_id = $1 ORDER BY id',
      [asset!.id],
    );
    return {
      ...(await makeFailedDelivery(app, uid, { owner })),
      pairedData: await makePairedData(app, uid, { owner }),
      uid,
      id: asset!.id,
      submission: Number(sent[0]?.id ?? 0),
      filtered: Number(sent[1]?.id ?? 0),
      deleted: Number(deleted[0]?.id ?? 0),
      filteredDeleted: Number(deleted[1]?.id ?? 0),
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

  function targetOf({ operation, caller, targetKind }: Cell): { asset: Target; below: Target } {
    const own = targets.get(operation.onDraft && caller.asset === 'shared' ? 'draft' : caller.asset)!;
    const foreign = targets.get(operation.onDraft ? 'foreign draft' : 'foreign')!;
    // A public source, whose content differs from that of the target.
    const { source } = targets.get('public_view_asset')!;
    switch (targetKind) {
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
          below: {
            ...own,
            submission: own.filtered,
            deleted: own.filteredDeleted,
            attachment: own.filteredAttachment,
          },
        };
    }
  }

  async function send(cell: Cell): Promise<{ status: number; text: string }> {
    const { asset, below } = targetOf(cell);
    const { path, body } = cell.operation.buildRequest(asset, below);
    const { user } = cell.caller;
    const isForm = body instanceof FormData;
    const response = await fetch(`${app.origin}${path}`, {
      redirect: 'manual',
      method: cell.operation.method,
      headers: {
        ...(user !== undefined && { authorization: `Token ${app.tokenOf(user)}` }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  }

  /** Sends a few requests at a time. @returns the cells with an unexpected status */
  async function findMismatches(cells: readonly Cell[]): Promise<string[]> {
    const wrong: string[] = [];
    const queue = [...cells];
    const worker = async (): Promise<void> => {
      for (let cell = queue.pop(); cell !== undefined; cell = queue.pop()) {
        const { status } = await send(cell);
        const predicted = expectedOf(cell).status;
        if (status !== predicted) wrong.push(`${nameOf(cell)}: ${status} instead of ${predicted}`);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    return wrong.sort();
  }

  it('is listed for every route, more than 5 000 cells in all', () => {
    const tested = new Set(OPERATIONS.map(({ route }) => route));
    const routes = app.nest
      .get(RouteTable)
      .routes()
      .filter(({ policy, isPage }) => !isPage && policy.kind === 'asset')
      .map(({ method, path }) => `${method} ${path}`);
    expect(routes.filter((route) => !tested.has(route) && !route.endsWith('/:size'))).toEqual([]);
    expect(CELLS.length).toBeGreaterThan(5_000);
  });

  it('changes nothing when it reads or is refused', async () => {
    const random = new Random(testSeed());
    const harmless = CELLS.filter((cell) => expectedOf(cell).changes.length === 0);
    const chosen = harmless.filter(() => random.chance(1 / SHORT_SHARE));
    const before = await world.digests();
    expect(await findMismatches(chosen)).toEqual([]);
    expect(differing(before, await world.digests())).toEqual([]);
  });

  it('changes its target and nothing else', async () => {
    const before = await world.digests();
    const wrong: string[] = [];
    for (const cell of CELLS) {
      const { status, changes } = expectedOf(cell);
      if (changes.length === 0) continue;
      const response = await send(cell);
      const changed = differing(before, await world.digests());
      await world.restore(changed);
      const parts = changes.map((table): Part => `${table} of ${targetOf(cell).asset.id}`);
      const actual = `${response.status}, ${changed.join(', ')}`;
      const predicted = `${status}, ${parts.join(', ')}`;
      if (actual !== predicted) wrong.push(`${nameOf(cell)}: ${actual} instead of ${predicted}`);
    }
    expect(wrong).toEqual([]);
    expect(differing(before, await world.digests())).toEqual([]);
  });

  it('does not reveal the existence of an asset to a caller without view_asset', async () => {
    const leaks: string[] = [];
    for (const operation of OPERATIONS) {
      // Collectors learn whether a form exists (contract-data 4.5).
      if (operation.family === 'collector-posts') continue;
      for (const caller of CALLERS.filter(({ name }) => name === 'stranger' || name === 'anonymous')) {
        const [foreign, none] = await Promise.all(
          (['foreign', 'absent'] as const).map((targetKind) => send({ operation, caller, targetKind })),
        );
        if (foreign!.status !== none!.status || foreign!.text !== none!.text) {
          leaks.push(`${operation.name} by ${caller.name}: ${JSON.stringify([foreign, none])}`);
        }
      }
    }
    expect(leaks).toEqual([]);
  });
});
