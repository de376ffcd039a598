import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { SubmissionPieceQuery } from '../../src/modules/submission/submission-piece.query';
import { MOST_STREAMS } from '../../src/turns/streams-in-flight';
import { grant, makeDeployedAsset } from '../factories/asset.factory';
import { submit } from '../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../support/app';
import { processorMsOf } from '../measure/processor-use';
import { eventually } from '../support/eventually';
import { Latencies } from '../support/latencies';
import { ServiceProcess } from '../support/service-process';

const FULL = process.env['TEST_PROFILE'] === 'full';
const READERS = FULL ? 200 : 60;
const USERS = ['ann', 'bob', 'cid', 'dot', 'eve'];
const ROWS = 1_000;
/** A page of these is some 10 MB: more than sockets take. */
const ROW_BYTES = 10_000;
/** A page of these is some 30 MB, of text that does not get smaller on the disk. */
const FEED_ROWS = 500;
const FEED_ROW_BYTES = 60_000;
/** As much of it is read at a time. */
const PIECE_BYTES = 2 * 1024 * 1024;
const REQUESTS = FULL ? 2_000 : 100;
const CLIENTS = 4;
/** The bar is 2, for a machine that does nothing else; the short profile leaves room for one that does. */
const MOST_RATIO = FULL ? 2 : 10;
const REST_MS = 300;
/** The share of a processor that is as good as none. */
const REST = 0.1;
const MOST_RSS_BYTES = 384 * 1024 * 1024;

/** The service that is read from is another process: what the readers cost costs it nothing. */
let app: TestApp;
let service: ServiceProcess;
let uid: string;

beforeAll(async () => {
  app = await startApp({ environment: { ROLE: 'api' } });
  for (const name of ['owner', ...USERS]) await app.addUser(name);
  uid = await filled('x'.repeat(ROW_BYTES));
  for (const who of [ANONYMOUS, ...USERS]) await grant(app, uid, who, ['view_submissions']);
  service = await ServiceProcess.beside(app);
});
afterAll(async () => {
  await service.kill();
  await app.stop();
});

/** An asset with submissions that all have this name. @returns its uid */
async function filled(name: string, rows = ROWS): Promise<string> {
  const { uid: of } = await makeDeployedAsset(app);
  await submit(app, of, { answers: `<person><name>${name}</name></person>` });
  await app.rows(
    `INSERT INTO submission (asset_id, id, root_uuid, uuid, xml_hash, attachment_count, version_uid, submitted_by,
                             date_submitted, date_modified, answers, json, xml)
     SELECT asset_id, nextval('submission_id_seq'), gen_random_uuid(), gen_random_uuid(), xml_hash, 0, version_uid,
            submitted_by, date_submitted, date_modified, answers, json, xml
       FROM submission, generate_series(2, ${rows}) WHERE asset_id = (SELECT id FROM asset WHERE uid = $1)`,
    [of],
  );
  return of;
}

/** A client that asks for the page, reads the first of it and then no more. */
function slowReader(who: string, origin = service.origin): { socket: Socket; status: Promise<number> } {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  const authorization = who === ANONYMOUS ? '' : `Authorization: Token ${app.tokenOf(who)}\r\n`;
  socket.write(`GET /api/v2/assets/${uid}/data/?limit=${ROWS} HTTP/1.1\r\nHost: x\r\n${authorization}\r\n`);
  socket.on('error', () => undefined);
  const status = new Promise<number>((resolve) => {
    socket.once('data', (head: Buffer) => {
      socket.pause();
      resolve(Number(head.toString('latin1', 9, 12)));
    });
    socket.once('close', () => resolve(0));
  });
  return { socket, status };
}

/** What a client that reads gets meanwhile: small pages, one asset, one submission sent. */
async function others(): Promise<Latencies> {
  const latencies = new Latencies();
  const headers = { Authorization: `Token ${app.tokenOf('owner')}` };
  let left = REQUESTS;
  const client = async (): Promise<void> => {
    for (; left > 0;) {
      left -= 1;
      const path = left % 2 === 0 ? `/api/v2/assets/${uid}/data/?limit=5` : `/api/v2/assets/${uid}/`;
      const sent = performance.now();
      const answer = await fetch(service.origin + path, { headers });
      await answer.arrayBuffer();
      expect(answer.status).toBe(200);
      latencies.add(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return latencies;
}

async function shareOfProcessor(): Promise<number> {
  const before = processorMsOf(service.pid);
  await pause(REST_MS);
  return (processorMsOf(service.pid) - before) / REST_MS;
}

const rssOf = async (): Promise<number> => {
  const text = await (await fetch(`${service.origin}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)![1]);
};

it(`serves others as before while ${READERS} readers read nothing`, async () => {
  await others();
  const alone = await others();
  const before = await rssOf();
  const started = performance.now();
  const readers: Socket[] = [];
  const statuses: number[] = [];
  for (const who of Array.from({ length: READERS / USERS.length }, () => USERS)) {
    const some = who.map((each) => slowReader(each));
    statuses.push(...(await Promise.all(some.map(({ status }) => status))));
    readers.push(...some.map(({ socket }) => socket));
  }
  const begunMs = performance.now() - started;
  // What they asked for has been read from the database by then, as far as it will be: that was work like any other.
  await eventually(shareOfProcessor, (share) => share < REST);
  const beside = await others();
  const rss = (await rssOf()) - before;
  for (const socket of readers) socket.destroy();
  const ratio = beside.within(0.99) / alone.within(0.99);
  process.stderr.write(
    `slow-readers: alone ${alone.told}; beside ${READERS} slow readers ${beside.told}: p99 × ${ratio.toFixed(2)}; ` +
      `all begun in ${begunMs.toFixed(0)} ms; ${(rss / 1024 / 1024).toFixed(0)} MB more\n`,
  );
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect(ratio).toBeLessThan(MOST_RATIO);
  expect(rss).toBeLessThan(MOST_RSS_BYTES);
});

it('reads what the feed sends a piece at a time, and is not far ahead of who takes it', async () => {
  const wide = await filled(randomBytes(FEED_ROW_BYTES / 2).toString('hex'), FEED_ROWS);
  const pieces = jest.spyOn(app.nest.get(SubmissionPieceQuery), 'next');
  const asked = request(`${app.origin}/api/v2/assets/${wide}/odata/Submissions?$select=_id,name`, {
    headers: { Authorization: `Token ${app.tokenOf('owner')}` },
  }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const ahead: number[] = [];
  let bytes = 0;
  let objects = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    for (let at = -1; (at = chunk.indexOf('{', at + 1)) !== -1;) objects += 1;
    ahead.push(pieces.mock.calls.length - bytes / PIECE_BYTES);
  }
  const all = pieces.mock.calls.length;
  pieces.mockRestore();
  expect(objects).toBe(1 + FEED_ROWS);
  expect(bytes).toBeGreaterThan(FEED_ROWS * FEED_ROW_BYTES);
  expect(all).toBeGreaterThanOrEqual(Math.floor((FEED_ROWS * FEED_ROW_BYTES) / PIECE_BYTES));
  // What sockets take is a few of them.
  expect(Math.max(...ahead)).toBeLessThan(all / 2);
});

it('lets one caller have so many answers under way and no more (429), and again when they are taken', async () => {
  const readers = Array.from({ length: MOST_STREAMS }, () => slowReader(ANONYMOUS));
  for (const { status } of readers) expect(await status).toBe(200);
  const page = `/api/v2/assets/${uid}/data/?limit=1`;
  const refused = await fetch(service.origin + page);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toEqual({ detail: expect.any(String) as string });
  for (const { socket } of readers) socket.destroy();
  await eventually(
    async () => (await fetch(service.origin + page)).status,
    (status) => status === 200,
  );
});

it('cuts an answer that nobody takes', async () => {
  const server = app.nest.getHttpServer();
  expect(server.timeout).toBe(60_000);
  server.timeout = 300;
  expect(await slowReader('ann', app.origin).status).toBe(200);
  await eventually(
    () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count))),
    (connections) => connections === 0,
  );
});
