import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { RowReading } from '../../src/database/copy/row-reading';
import { SubmissionPieceQuery } from '../../src/modules/submission/submission-piece.query';
import { MOST_STREAMS } from '../../src/admission-control/streams-in-flight';
import { grant, makeDeployedAsset } from '../factories/asset.factory';
import { submit } from '../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../support/app';
import { processorMsOf } from '../measure/processor-use';
import { eventually } from '../support/eventually';
import { collectWhenGrown } from '../support/garbage';
import { Latencies } from '../support/latencies';
import { ServiceProcess } from '../support/service-process';

const FULL = process.env['TEST_PROFILE'] === 'full';
const READERS = FULL ? 200 : 60;
const AT_ONCE = 5;
const USERS = ['ann', 'bob', 'cid', 'dot', 'eve'];
const ROWS = 1_000;
/** A page of these is some 10 MB: more than sockets take. */
const ROW_BYTES = 10_000;
/** A page of these is some 30 MB, of text that does not get smaller on the disk. */
const FEED_ROWS = 500;
const FEED_ROW_BYTES = 60_000;
/** As much of it is read at a time. */
const PIECE_BYTES = 2 * 1024 * 1024;
const MOST_AHEAD = 4;
const REQUESTS = FULL ? 2_000 : 100;
const CLIENTS = 4;
/** Of how long answers take, on a machine that does nothing else; the short profile, for any machine, counts processor time. */
const MOST_RATIO = FULL ? 2 : 3;
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

/** Some of them, a few at a time: whoever waits for a turn among too many is refused one. */
async function slowReaders(who: readonly string[]): Promise<{ readers: Socket[]; statuses: number[] }> {
  const [readers, statuses]: [Socket[], number[]] = [[], []];
  for (let place = 0; place < who.length; place += AT_ONCE) {
    const some = who.slice(place, place + AT_ONCE).map((each) => slowReader(each));
    statuses.push(...(await Promise.all(some.map(({ status }) => status))));
    readers.push(...some.map(({ socket }) => socket));
  }
  return { readers, statuses };
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

/** What others get, and the processor time that it takes. */
async function costOfOthers(): Promise<{ latencies: Latencies; processorMs: number }> {
  const before = processorMsOf(service.pid);
  const latencies = await others();
  return { latencies, processorMs: processorMsOf(service.pid) - before };
}

/** Waits until nothing more is read from the database for those who read nothing. */
async function allRead(): Promise<void> {
  let seen = '';
  await eventually(
    async () => {
      const before = seen;
      // Once it has answered it has also sent on what had come by then, and asked for more where there was room.
      await rssOf();
      const connections = await app.rows<{ state: string }>(
        `SELECT pid, state, query_start FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'fieldhouse streams' ORDER BY pid`,
      );
      seen = JSON.stringify(connections);
      return seen === before && connections.every(({ state }) => state === 'idle');
    },
    (isOver) => isOver,
    { everyMs: 100 },
  );
}

const rssOf = async (): Promise<number> => {
  const text = await (await fetch(`${service.origin}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)![1]);
};

it(`serves others as before while ${READERS} readers read nothing`, async () => {
  await others();
  const alone = await costOfOthers();
  const before = await rssOf();
  const started = performance.now();
  const { readers, statuses } = await slowReaders(
    Array.from({ length: READERS }, (_, place) => USERS[place % USERS.length]!),
  );
  const begunMs = performance.now() - started;
  // What they asked for is work like any other, as far as it is read; what is measured is what comes after.
  await allRead();
  const beside = await costOfOthers();
  const rss = (await rssOf()) - before;
  for (const socket of readers) socket.destroy();
  const slower = beside.latencies.within(0.99) / alone.latencies.within(0.99);
  const dearer = beside.processorMs / alone.processorMs;
  process.stderr.write(
    `slow-readers: alone ${alone.latencies.told}; beside ${READERS} slow readers ${beside.latencies.told}: ` +
      `p99 × ${slower.toFixed(2)}, processor time × ${dearer.toFixed(2)}; all begun in ${begunMs.toFixed(0)} ms; ${(rss / 1024 / 1024).toFixed(0)} MB more\n`,
  );
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect(FULL ? slower : dearer).toBeLessThan(MOST_RATIO);
  expect(rss).toBeLessThan(MOST_RSS_BYTES);
});

type Read = (this: unknown, ...given: unknown[]) => Promise<unknown>;
/** What is asked for, and what reads a piece of it. */
const WAYS_OUT: readonly (readonly [string, string, () => object, string])[] = [
  ['the feed', 'odata/Submissions?$select=_id,name', () => app.nest.get(SubmissionPieceQuery), 'next'],
  ['lines', 'data.ndjson', () => RowReading.prototype, 'behind'],
  ['a table', 'data.csv', () => RowReading.prototype, 'behind'],
  ['a table of some', 'data.csv?query={"_id":{"$gt":0}}', () => RowReading.prototype, 'next'],
];

it.each(WAYS_OUT)(
  'reads what %s sends a piece at a time, and is not far ahead of who takes it',
  async (_, path, reader, method) => {
    const wide = await filled(randomBytes(FEED_ROW_BYTES / 2).toString('hex'), FEED_ROWS);
    const connected = once(app.nest.getHttpServer(), 'connection') as Promise<[Socket]>;
    const asked = request(`${app.origin}/api/v2/assets/${wide}/${encodeURI(path)}`, {
      headers: { Authorization: `Token ${app.tokenOf('owner')}` },
      agent: false,
    }).end();
    const [socket] = await connected;
    const reads = reader() as Record<string, Read>;
    const next = reads[method]!;
    /** Whenever a piece is read: how many that makes, and how many bytes the system has taken to send by then. */
    const reading: [pieces: number, taken: number][] = [];
    const pieces = jest.spyOn(reads, method).mockImplementation(function (this: unknown, ...given) {
      reading.push([pieces.mock.calls.length, socket.bytesWritten - socket.writableLength]);
      return next.apply(this, given);
    });
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    let bytes = 0;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      collectWhenGrown();
    }
    const all = pieces.mock.calls.length;
    pieces.mockRestore();
    expect(bytes).toBeGreaterThan(FEED_ROWS * FEED_ROW_BYTES);
    expect(all).toBeGreaterThanOrEqual(Math.floor((FEED_ROWS * FEED_ROW_BYTES) / PIECE_BYTES));
    // The one that is read, the one before it, and what is on its way to the socket.
    const ahead = reading.map(([read, taken]) => read - taken / (bytes / all));
    expect(Math.max(...ahead)).toBeLessThan(MOST_AHEAD);
  },
);

it('lets one caller have so many answers under way and no more (429), and again when they are taken', async () => {
  const { readers, statuses } = await slowReaders(Array<string>(MOST_STREAMS).fill(ANONYMOUS));
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  const page = `/api/v2/assets/${uid}/data/?limit=1`;
  const refused = await fetch(service.origin + page);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toEqual({ detail: expect.any(String) as string });
  for (const socket of readers) socket.destroy();
  await eventually(
    async () => (await fetch(service.origin + page)).status,
    (status) => status === 200,
  );
});

it('cuts an answer that nobody takes', async () => {
  const server = app.nest.getHttpServer();
  expect(server.timeout).toBe(60_000);
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const { status } = slowReader('ann', app.origin);
  const [socket] = await connected;
  expect(await status).toBe(200);
  socket.setTimeout(300);
  await eventually(
    () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count))),
    (connections) => connections === 0,
  );
});
