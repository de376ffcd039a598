import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startApp, type TestApp } from '../../support/app';
import { largeFile, chunksOf } from '../../support/chunked-bodies';
import { PartialRequest } from '../../support/partial-request';

const KILOBYTE = 1024;
const SIZES = [1, 64, 700, 5_000, 20_000].map((size) => size * KILOBYTE);
/** The response races with the upload of a fast client, so that one attempt proves little. */
const triesOf = (size: number): number => (size > 1_000 * KILOBYTE ? 2 : 10);

let app: TestApp;
let folder: string;

beforeAll(async () => {
  app = await startApp({ environment: { MAX_UPLOAD_BYTES: String(600 * KILOBYTE) } });
  await app.addUser('owner');
  folder = mkdtempSync(join(tmpdir(), 'refused-'));
  for (const size of SIZES) writeFileSync(join(folder, String(size)), Buffer.alloc(size, 'x'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await app.stop();
});

interface Refused {
  readonly path: string;
  readonly token: string | undefined;
  readonly status: number;
}

const refusals = (): Refused[] => [
  { path: '/submission', token: undefined, status: 401 },
  { path: '/submission', token: 'nonsense', status: 401 },
  { path: '/api/v2/nothing/', token: app.tokenOf('owner'), status: 404 },
  { path: '/submission', token: app.tokenOf('owner'), status: 400 },
];

function headersOf({ token }: Refused): Record<string, string> {
  return {
    'Content-Type': 'application/octet-stream',
    ...(token !== undefined && { Authorization: `Token ${token}` }),
  };
}

describe.each([
  ['with Content-Length', false],
  ['in chunks', true],
])('a refused upload, %s', (_how, chunked) => {
  it('is answered so that fetch sees it', async () => {
    for (const size of SIZES) {
      const bytes = largeFile(size);
      for (const refused of refusals()) {
        const statuses = new Set<number>();
        for (let attempt = 0; attempt < triesOf(size); attempt += 1) {
          const response = await fetch(app.inProcess.origin + refused.path, {
            method: 'POST',
            headers: headersOf(refused),
            ...(chunked ? { body: bytes.stream(), duplex: 'half' } : { body: bytes }),
          });
          await response.text();
          statuses.add(response.status);
        }
        expect([size, refused.path, ...statuses]).toEqual([size, refused.path, refused.status]);
      }
    }
  });

  it('is answered so that curl sees it', async () => {
    for (const size of SIZES) {
      for (const refused of refusals()) {
        const headers = Object.entries({
          ...headersOf(refused),
          Expect: '',
          ...(chunked && { 'Transfer-Encoding': 'chunked' }),
        });
        const { stdout } = await promisify(execFile)('curl', [
          ...['--silent', '--show-error', '--output', '/dev/null', '--write-out', '%{http_code}'],
          ...headers.flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
          ...['--data-binary', `@${join(folder, String(size))}`, app.inProcess.origin + refused.path],
        ]);
        expect([size, refused.path, stdout]).toEqual([size, refused.path, String(refused.status)]);
      }
    }
  });

  it('is answered so that a client sees it that reads only after sending everything', async () => {
    for (const size of SIZES) {
      for (const refused of refusals()) {
        const request = new PartialRequest(app.inProcess.port).head(`POST ${refused.path}`, {
          ...headersOf(refused),
          ...(chunked ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': size }),
        });
        for (const bytes of chunksOf(size)) {
          await (chunked ? request.sendChunk(bytes) : request.send(bytes));
        }
        if (chunked) await request.send('0\r\n\r\n');
        expect([size, refused.path, (await request.response()).status]).toEqual([
          size,
          refused.path,
          refused.status,
        ]);
        request.disconnect();
      }
    }
  });
});

it('has a bounded drain: after 32 MB the connection is closed', async () => {
  const request = new PartialRequest(app.inProcess.port).head('POST /submission', {
    'Content-Type': 'application/octet-stream',
    'Transfer-Encoding': 'chunked',
  });
  expect((await request.response()).status).toBe(401);
  const chunk = Buffer.alloc(KILOBYTE * KILOBYTE, 'x');
  let megabytes = 0;
  while (megabytes < 200 && (await request.sendChunk(chunk))) megabytes += 1;
  expect(megabytes).toBeGreaterThan(30);
  // Socket buffers of both sides add to the limit.
  expect(megabytes).toBeLessThan(60);
});
