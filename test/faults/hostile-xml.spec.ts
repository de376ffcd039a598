import { makeDeployedAsset } from '../factories/asset.factory';
import { xlsxOf } from '../fixtures/xlsform-in/xlsx-builder';
import { lengthOf } from '../fixtures/xlsform-in/zip-builder';
import { measure } from '../measure/service-gauge';
import { startApp, type TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { FileServer } from '../support/file-server';
import { postChunkedForm } from '../support/chunked-bodies';
import { ServiceProcess } from '../support/service-process';

/** Limits of event loop time and memory (beyond the request) of a rejection. */
const MAX_LOOP_MS = 200;
/** Target is 50 MB; the short profile allows for uncollected garbage. */
const MAX_RSS_BYTES = (process.env['TEST_PROFILE'] === 'long' ? 50 : 80) * 1024 * 1024;

const META = '<meta><instanceID>uuid:6b7e0c1a-5c0f-4f0e-9d0b-0d7b4c1f2a3e</instanceID></meta>';

/** Consecutive chunks; equal ones may share one buffer. */
type DocumentChunks = readonly (string | Buffer)[];

const REPEATS_PER_CHUNK = 10_000;
const repeated = (text: string, times: number): DocumentChunks =>
  Array<Buffer>(times / REPEATS_PER_CHUNK).fill(Buffer.from(text.repeat(REPEATS_PER_CHUNK)));

/** Hostile documents by name. `{canary}` is an internal server, `{form}` the form id. */
const DOCUMENTS: Readonly<Record<string, () => DocumentChunks>> = {
  'an entity of a file': () => [
    `<!DOCTYPE d [<!ENTITY e SYSTEM "file:///etc/passwd">]><d id="{form}"><a>&e;</a>${META}</d>`,
  ],
  'an entity of a URL': () => [
    `<!DOCTYPE d [<!ENTITY e SYSTEM "{canary}/e">]><d id="{form}"><a>&e;</a>${META}</d>`,
  ],
  'a parameter entity': () => [
    `<!DOCTYPE d [<!ENTITY % p SYSTEM "{canary}/p"> %p;]><d id="{form}">${META}</d>`,
  ],
  'a document type elsewhere': () => [`<!DOCTYPE d SYSTEM "{canary}/d.dtd"><d id="{form}">${META}</d>`],
  'a public document type': () => [
    `<!DOCTYPE d PUBLIC "-//X//Y" "{canary}/d.dtd"><d id="{form}">${META}</d>`,
  ],
  'a billion laughs': () => {
    const entities = Array.from(
      { length: 9 },
      (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
    );
    return [`<!DOCTYPE d [<!ENTITY l0 "ha">${entities.join('')}]><d id="{form}"><a>&l9;</a>${META}</d>`];
  },
  'one large entity, often': () => [
    `<!DOCTYPE d [<!ENTITY e "${'x'.repeat(100_000)}">]><d id="{form}"><a>${'&e;'.repeat(50_000)}</a>${META}</d>`,
  ],
  'a flood of numeric references': () => [
    '<d id="{form}"><a>',
    ...repeated('&#65;', 1_000_000),
    `</a>${META}</d>`,
  ],
  'a reference that never ends': () => [
    '<d id="{form}"><a>&#',
    ...repeated('1', 1_000_000),
    `</a>${META}</d>`,
  ],
  'elements 100 000 deep': () => [
    '<d id="{form}">',
    ...repeated('<a>', 100_000),
    ...repeated('</a>', 100_000),
    `${META}</d>`,
  ],
  'a million attributes': () => [
    '<d id="{form}" ',
    ...Array.from({ length: 100 }, (_, chunk) => attributesOf(chunk)),
    `>${META}</d>`,
  ],
  'one attribute a million times': () => ['<d id="{form}" ', ...repeated('a="" ', 1_000_000), `>${META}</d>`],
  'a million elements': () => ['<d id="{form}">', ...repeated('<a/>', 1_000_000), `${META}</d>`],
  'paths that are longer than the document': () => {
    const name = 'a'.repeat(20_000);
    return [`<d id="{form}">${`<${name}>`.repeat(60)}${`</${name}>`.repeat(60)}${META}</d>`];
  },
  'a comment that never ends': () => ['<d id="{form}"><!--', ...repeated('-', 1_000_000)],
  'CDATA that never ends': () => ['<d id="{form}"><![CDATA[', ...repeated(']', 1_000_000)],
  'UTF-16': () => [
    Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?><d id="{form}">${META}</d>`, 'utf16le'),
  ],
  'UTF-7': () => [`<?xml version="1.0" encoding="UTF-7"?>+ADwAIQ-DOCTYPE d+AD4-<d id="{form}">${META}</d>`],
  'bytes of no encoding': () => [
    Buffer.from('<d id="{form}"><a>'),
    Buffer.from([0xff, 0xfe, 0xc0, 0xaf]),
    Buffer.from(`</a>${META}</d>`),
  ],
  'two documents': () => [`<d id="{form}">${META}</d><d id="{form}">${META}</d>`],
};

function attributesOf(chunk: number): Buffer {
  const names = Array.from(
    { length: REPEATS_PER_CHUNK },
    (_, each) => `a${chunk * REPEATS_PER_CHUNK + each}`,
  );
  return Buffer.from(names.map((name) => `${name}="" `).join(''));
}

/** Harmless as text, without any request. */
const HARMLESS: Readonly<Record<string, string>> = {
  'an XInclude': `<d id="{form}" xmlns:xi="http://www.w3.org/2001/XInclude"><a><xi:include href="{canary}/x" parse="text"/></a>{meta}</d>`,
  'a stylesheet': `<?xml-stylesheet type="text/xsl" href="{canary}/s.xsl"?><d id="{form}">{meta}</d>`,
  'a schema elsewhere': `<d id="{form}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="{canary}/d.xsd">{meta}</d>`,
};

describe('hostile XML', () => {
  let app: TestApp;
  let service: ServiceProcess;
  let canary: FileServer;
  let formId: string;
  let authorization: string;

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' } });
    await app.addUser('owner');
    authorization = `Token ${app.tokenOf('owner')}`;
    formId = (await makeDeployedAsset(app)).uid;
    canary = await FileServer.start((_path, response) => response.end('<!ENTITY e "internal data">'));
    service = await ServiceProcess.startFor(app);
    // Warm up.
    for (let time = 0; time < 3; time += 1)
      await send(fill(['<d id="{form}">', ...repeated('<a/>', 150_000), '</d>']));
    await send(Array<Buffer>(10).fill(Buffer.alloc(1_000_000, '<a>')));
  });
  afterEach(() => expect(canary.hits).toEqual([]));
  afterAll(async () => {
    await service.kill();
    await canary.stop();
    await app.stop();
  });

  const fill = (document: DocumentChunks): Buffer[] =>
    document.map((chunk) =>
      typeof chunk === 'string'
        ? Buffer.from(chunk.replaceAll('{canary}', canary.origin).replaceAll('{form}', formId))
        : chunk,
    );

  const send = (chunks: readonly Buffer[]): Promise<{ status: number; text: string }> =>
    postChunkedForm(`${service.origin}/submission`, authorization, {
      name: 'xml_submission_file',
      filename: 'a.xml',
      chunks,
    });

  it.each(Object.keys(DOCUMENTS))('is rejected as a submission at low cost: %s', async (name) => {
    const xml = fill(DOCUMENTS[name]!());
    let response: { status: number; text: string } | undefined;
    const cost = await measure(service, async () => {
      response = await send(xml);
    });
    expect([400, 413]).toContain(response!.status);
    expect(response!.text).not.toMatch(/root:|internal data|node_modules/);
    expect(cost.loopMs).toBeLessThanOrEqual(MAX_LOOP_MS);
    expect(cost.rssBytes).toBeLessThanOrEqual(MAX_RSS_BYTES + lengthOf(xml));
  });

  it.each(Object.entries(HARMLESS))('causes no request if it is plain text: %s', async (_name, document) => {
    const meta = META.replace(/6b7e0c1a/, Math.random().toString(16).slice(2, 10).padEnd(8, '0'));
    const { status } = await send(fill([document.replace('{meta}', meta)]));
    expect([201, 400]).toContain(status);
  });

  it.each(['an entity of a URL', 'a document type elsewhere', 'a billion laughs', 'elements 100 000 deep'])(
    'is rejected in a workbook: %s',
    async (name) => {
      const data = Buffer.concat(fill(DOCUMENTS[name]!()));
      const file = xlsxOf({ sheets: { survey: [] }, parts: [{ name: 'xl/worksheets/sheet0.xml', data }] });
      const form = new FormData();
      form.set('library', 'false');
      form.set('file', new Blob([new Uint8Array(file)]), 'form.xlsx');
      const headers = { Authorization: authorization };
      const created = await fetch(`${service.origin}/api/v2/imports/`, {
        method: 'POST',
        headers,
        body: form,
      });
      const { uid } = (await created.json()) as { uid: string };
      const task = await eventually(
        async () =>
          (await (await fetch(`${service.origin}/api/v2/imports/${uid}/`, { headers })).json()) as Record<
            string,
            unknown
          >,
        ({ status }) => status === 'complete' || status === 'error',
      );
      expect(task['status']).toBe('error');
    },
  );
});
