import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { SubmissionStreamRepository } from '../../src/modules/submission/stream/submission-stream.repository';
import { MAX_STREAMS_PER_CALLER } from '../../src/admission-control/admission-controller';
import { grant, makeDeployedAsset } from '../factories/asset.factory';
import { submit } from '../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../support/app';
import { cpuMsOf } from '../measure/process-cpu-time';
import { eventually } from '../support/eventually';
import { collectWhenGrown } from '../support/garbage-collection';
import { Latencies } from '../support/latencies';
import { ServiceProcess } from '../support/service-process';
import { RowReader } from '../../src/database/copy/copied-rows';

const LONG = process.env['TEST_PROFILE'] === 'long';
const READERS = LONG ? 200 : 60;
const CONCURRENT = 5;
const USERS = ['ann', 'bob', 'cid', 'dot', 'eve'];
const ROWS = 1_000;
/** A page is about 10 MB, more than socket buffers. */
const ROW_BYTES = 10_000;
/** A page is about 30 MB of incompressible text. */
const STREAM_ROWS = 500;
const STREAM_ROW_BYTES = 60_000;
const CHUNK_BYTES = 2 * 1024 * 1024;
const MAX_CHUNKS_AHEAD = 4;
const REQUESTS = LONG ? 2_000 : 100;
const CLIENTS = 4;
/** Ratio of p99 latency on an idle machine; the short profile compares CPU time. */
const MAX_RATIO = LONG ? 2 : 3;
const MAX_RSS_BYTES = 384 * 1024 * 1024;

/** The measured service is another process. */
let app: TestApp;
let service: ServiceProcess;
let uid: string;

beforeAll(async () => {
  app = await startApp({ environment: { ROLE: 'api' } });
  for (const name of ['owner', ...USERS]) await app.addUser(name);
  uid = await makeFilledAsset('x'.repeat(ROW_BYTES));
  for (const username of [ANONYMOUS, ...USERS]) await grant(app, uid, username, ['view_submissions']);
  service = await ServiceProcess.startFor(app);
});
afterAll(async () => {
  await service.kill();
  await app.stop();
});

/** Creates an asset with submissions of this name. @returns its uid */
async function makeFilledAsset(name: string, rows = ROWS): Promise<string> {
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

/** Client that requests the page, reads the first bytes and stops. */
function slowReader(username: string, origin = service.origin): { socket: Socket; status: Promise<number> } {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  const authorization = username === ANONYMOUS ? '' : `Authorization: Token ${app.tokenOf(username)}\r\n`;
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

/** Starts slow readers, a few at a time: excess concurrent requests are rejected. */
async function slowReaders(usernames: readonly string[]): Promise<{ readers: Socket[]; statuses: number[] }> {
  const [readers, statuses]: [Socket[], number[]] = [[], []];
  for (let index = 0; index < usernames.length; index += CONCURRENT) {
    const batch = usernames.slice(index, index + CONCURRENT).map((each) => slowReader(each));
    statuses.push(...(await Promise.all(batch.map(({ status }) => status))));
    readers.push(...batch.map(({ socket }) => socket));
  }
  return { readers, statuses };
}

/** Latencies of other requests meanwhile: small pages and an asset. */
async function measureOthers(): Promise<Latencies> {
  const latencies = new Latencies();
  const headers = { Authorization: `Token ${app.tokenOf('owner')}` };
  let left = REQUESTS;
  const client = async (): Promise<void> => {
    for (; left > 0;) {
      left -= 1;
      const path = left % 2 === 0 ? `/api/v2/assets/${uid}/data/?limit=5` : `/api/v2/assets/${uid}/`;
      const sent = performance.now();
      const response = await fetch(service.origin + path, { headers });
      await response.arrayBuffer();
      expect(response.status).toBe(200);
      latencies.add(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return latencies;
}

async function measureCost(): Promise<{ latencies: Latencies; cpuMs: number }> {
  const before = cpuMsOf(service.pid);
  const latencies = await measureOthers();
  return { latencies, cpuMs: cpuMsOf(service.pid) - before };
}

/** Waits until the service reads no more for stalled readers. */
async function waitUntilStalled(): Promise<void> {
  let seen = '';
  await eventually(
    async () => {
      const before = seen;
      // A response proves that earlier chunks were forwarded and further ones requested.
      await readRss();
      const connections = await app.rows<{ state: string }>(
        `SELECT pid, state, query_start FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'fieldhouse streams' ORDER BY pid`,
      );
      seen = JSON.stringify(connections);
      return seen === before && connections.every(({ state }) => state === 'idle');
    },
    (isStalled) => isStalled,
    { everyMs: 100 },
  );
}

const readRss = async (): Promise<number> => {
  const text = await (await fetch(`${service.origin}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)![1]);
};

it(`serves others as fast while ${READERS} clients stop reading`, async () => {
  await measureOthers();
  const alone = await measureCost();
  const before = await readRss();
  const started = performance.now();
  const { readers, statuses } = await slowReaders(
    Array.from({ length: READERS }, (_, index) => USERS[index % USERS.length]!),
  );
  const startMs = performance.now() - started;
  // Measure only after their initial reads.
  await waitUntilStalled();
  const together = await measureCost();
  const rss = (await readRss()) - before;
  for (const socket of readers) socket.destroy();
  const latencyRatio = together.latencies.percentile(0.99) / alone.latencies.percentile(0.99);
  const cpuRatio = together.cpuMs / alone.cpuMs;
  process.stderr.write(
    `slow-clients: alone ${alone.latencies.summary}; with ${READERS} slow clients ${together.latencies.summary}: ` +
      `p99 × ${latencyRatio.toFixed(2)}, CPU time × ${cpuRatio.toFixed(2)}; all started in ${startMs.toFixed(0)} ms; ${(rss / 1024 / 1024).toFixed(0)} MB added\n`,
  );
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect(LONG ? latencyRatio : cpuRatio).toBeLessThan(MAX_RATIO);
  expect(rss).toBeLessThan(MAX_RSS_BYTES);
});

type Read = (this: unknown, ...given: unknown[]) => Promise<unknown>;
/** Path, and the method that reads a chunk. */
const STREAMS: readonly (readonly [string, string, () => object, string])[] = [
  ['OData', 'odata/Submissions?$select=_id,name', () => app.nest.get(SubmissionStreamRepository), 'next'],
  ['NDJSON', 'data.ndjson', () => RowReader.prototype, 'after'],
  ['CSV', 'data.csv', () => RowReader.prototype, 'after'],
  ['filtered CSV', 'data.csv?query={"_id":{"$gt":0}}', () => RowReader.prototype, 'next'],
];

it.each(STREAMS)('reads %s chunk by chunk, not far ahead of the client', async (_, path, reader, method) => {
  const wide = await makeFilledAsset(randomBytes(STREAM_ROW_BYTES / 2).toString('hex'), STREAM_ROWS);
  const connected = once(app.nest.getHttpServer(), 'connection') as Promise<[Socket]>;
  const outgoing = request(`${app.origin}/api/v2/assets/${wide}/${encodeURI(path)}`, {
    headers: { Authorization: `Token ${app.tokenOf('owner')}` },
    agent: false,
  }).end();
  const [socket] = await connected;
  const reads = reader() as Record<string, Read>;
  const next = reads[method]!;
  /** Per chunk read: chunks read so far, and bytes that the system has accepted for sending. */
  const reading: [chunks: number, sent: number][] = [];
  const spy = jest.spyOn(reads, method).mockImplementation(function (this: unknown, ...given) {
    reading.push([spy.mock.calls.length, socket.bytesWritten - socket.writableLength]);
    return next.apply(this, given);
  });
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    collectWhenGrown();
  }
  const all = spy.mock.calls.length;
  spy.mockRestore();
  expect(bytes).toBeGreaterThan(STREAM_ROWS * STREAM_ROW_BYTES);
  expect(all).toBeGreaterThanOrEqual(Math.floor((STREAM_ROWS * STREAM_ROW_BYTES) / CHUNK_BYTES));
  // The chunk being read, the previous one, and those in the socket.
  const ahead = reading.map(([read, sent]) => read - sent / (bytes / all));
  expect(Math.max(...ahead)).toBeLessThan(MAX_CHUNKS_AHEAD);
});

it('limits concurrent responses per caller (429), and accepts again when they are read', async () => {
  const { readers, statuses } = await slowReaders(Array<string>(MAX_STREAMS_PER_CALLER).fill(ANONYMOUS));
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

it('aborts a response that is not read', async () => {
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
