import { gzipSync } from 'node:zlib';
import { makeAsset } from '../../factories/asset.factory';
import { largeContent } from '../../factories/large-form';
import { startApp, type TestApp } from '../../support/app';

describe('a large JSON body', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
  });
  afterAll(() => app.stop());

  const assets = () => app.as('owner').post('/api/v2/assets/');
  const body = {
    name: 'Large',
    asset_type: 'survey',
    content: largeContent(),
    settings: { sector: 'Health' },
  };
  const typed = (type: string, sent: string | Buffer) => assets().set('Content-Type', type).send(sent);

  it('is read like a small one', async () => {
    const response = await assets().send(body).expect(201);
    expect(response.body).toMatchObject({ name: 'Large', settings: { sector: 'Health' } });
    expect(response.body.content.survey).toHaveLength(300);
    expect(response.body.content.survey[1].label.slice(0, 2)).toEqual(['What about 1?', 'ماذا عن 1؟']);
  });

  it('may contain its parts as JSON text', async () => {
    const response = await assets()
      .send({ ...body, content: JSON.stringify(body.content), settings: JSON.stringify(body.settings) })
      .expect(201);
    expect(response.body.content.survey).toHaveLength(300);
    expect(response.body.settings).toMatchObject({ sector: 'Health' });
  });

  it('may contain other large parts that clients send back', async () => {
    const { uid, report_styles } = await makeAsset(app, { content: largeContent(1500) });
    expect(JSON.stringify(report_styles).length).toBeGreaterThan(32 * 1024);
    const response = await app
      .as('owner')
      .patch(`/api/v2/assets/${uid}/`)
      .send({ report_styles })
      .expect(200);
    expect(response.body.report_styles).toEqual(report_styles);
  });

  const sendBytes = (bytes: Buffer, headers: Record<string, string>) =>
    fetch(`${app.origin}/api/v2/assets/`, {
      method: 'POST',
      headers: { Authorization: `Token ${app.tokenOf('owner')}`, ...headers },
      body: bytes,
    });

  it('may be compressed and begin with a BOM', async () => {
    await typed('application/json', `\uFEFF${JSON.stringify(body)}`).expect(201);
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    expect((await sendBytes(gzipSync(JSON.stringify(body)), headers)).status).toBe(201);
  });

  const filled = (text: string): string => text + ' '.repeat(64 * 1024);

  it.each([
    ['is not JSON', filled('{"name": '), 400, 'JSON parse error'],
    ['nests too deep', filled(`{"content":${'['.repeat(200)}${']'.repeat(200)}}`), 400, 'deeper than 100'],
    ['is a list', filled('[]'), 400, 'JSON object'],
  ])('is rejected when it %s', async (_case, text, status, message) => {
    const response = await typed('application/json', text).expect(status);
    expect(response.body.detail).toContain(message);
  });

  it('may be UTF-16, but no ambiguous encoding', async () => {
    const bytes = Buffer.from(JSON.stringify(body), 'utf16le');
    const response = await sendBytes(bytes, { 'Content-Type': 'application/json; charset=utf-16le' });
    expect(response.status).toBe(201);
    await typed('application/json; charset=latin1', JSON.stringify(body)).expect(415);
  });

  it('is rejected with a message on the field for invalid content', async () => {
    const rows = Array.from({ length: 9000 }, (_, index) => index);
    const response = await assets().send({ asset_type: 'survey', content: rows }).expect(400);
    expect(response.body).toEqual({ content: ['Unable to parse JSON'] });
    const text = await assets()
      .send({ asset_type: 'survey', content: `{"survey": ${'['.repeat(40_000)}` })
      .expect(400);
    expect(text.body).toEqual({ content: ['Unable to parse JSON'] });
  });

  it('keeps backslashes, also in the summary', async () => {
    const label = 'C:\\new\\x41 \\é';
    const content = { survey: [{ type: 'text', name: 'path', label }] };
    const response = await assets().send({ asset_type: 'survey', content }).expect(201);
    expect(response.body.summary.labels).toEqual([label]);
    expect(response.body.content.survey[0].label).toEqual([label]);
  });

  it('is too large in a part other than the form (400)', async () => {
    const list = Array.from({ length: 200_000 }, () => 'abcdefgh');
    const response = await assets()
      .send({ ...body, settings: { list } })
      .expect(400);
    expect(response.body.settings[0]).toContain('larger than 1 MB');
  });
});
