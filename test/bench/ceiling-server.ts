import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { Pool } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { forEachRow, readCopiedRows } from '../../src/database/copy/copied-rows';
import { keepFile, partsOf } from './ceiling-files';

/**
 * Upper bound of the machine: bare node:http that reads the same bodies, stores the files and inserts one row of the same
 * columns; that streams the same rows by COPY, and sends bytes from memory after one indexed query.
 */
const [, , databaseUrl = '', assetId = '0', json = '', folder = ''] = process.argv;
const responses = new Map<string, Buffer>();
const CONNECTIONS = 10;
const COMMA = Buffer.from(',');

const pool = new Pool({ connectionString: databaseUrl, max: CONNECTIONS });

const INSERT = {
  name: 'ceiling-insert',
  text: `INSERT INTO bench_submission (asset_id, id, root_uuid, uuid, xml_hash, attachment_count, version_uid,
           submitted_by, date_submitted, date_modified, answers, json, xml)
         VALUES ($1, nextval('submission_id_seq'), $2, $2, $3, 0, 'v', 'admin', now(), now(), $4, $6, $5)`,
};

const LOOK_UP = { name: 'ceiling-look-up', text: 'SELECT name FROM asset WHERE id = $1' };

const server = createServer((request, response) => {
  const handler = request.method === 'POST' ? insert : request.url === '/' ? page : fromMemory;
  handler(request, response).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    response.destroy();
  });
});

async function insert(
  request: NodeJS.ReadableStream,
  response: import('node:http').ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const files = folder === '' ? [] : partsOf(body).slice(1);
  await Promise.all(files.map((file) => keepFile(file, folder)));
  const xml = body.subarray(0, body.length - files.reduce((sum, { length }) => sum + length, 0)).toString();
  const hash = createHash('sha256').update(xml).digest();
  await pool.query({ ...INSERT, values: [Number(assetId), randomUUID(), hash, json, xml, json] });
  response.writeHead(201, { 'content-length': 0 });
  response.end();
}

async function page(_request: unknown, response: import('node:http').ServerResponse): Promise<void> {
  const client = await pool.connect();
  try {
    const rows = client.query(
      copyTo(
        `COPY (SELECT id, json FROM submission WHERE asset_id = ${Number(assetId)} ORDER BY id LIMIT 1000)
           TO STDOUT (FORMAT binary)`,
      ),
    );
    const chunks: Buffer[] = [];
    for await (const chunk of rows) chunks.push(chunk as Buffer);
    const copied = readCopiedRows(Buffer.concat(chunks));
    const pieces: Buffer[] = [];
    forEachRow(copied, (_, start, end) => pieces.push(COMMA, copied.bytes.subarray(start, end)));
    pieces[0] = Buffer.from('{"results":[');
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(Buffer.concat([...pieces, Buffer.from(']}')]));
  } finally {
    client.release();
  }
}

async function fromMemory(
  request: import('node:http').IncomingMessage,
  response: import('node:http').ServerResponse,
): Promise<void> {
  await pool.query({ ...LOOK_UP, values: [Number(assetId)] });
  const bytes = responses.get(request.url ?? '')!;
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
  response.end(bytes);
}

process.on('message', ({ path, text }: { path: string; text: string }) => {
  responses.set(path, Buffer.from(text));
  process.send?.({ known: path });
});

server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as import('node:net').AddressInfo).port });
});
process.on('disconnect', () => process.exit(0));
