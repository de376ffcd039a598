import { gzipSync } from 'node:zlib';
import { makeAsset } from '../../factories/asset.factory';
import { largeContent } from '../../factories/large-form';
import { startApp, type TestApp } from '../../support/app';

describe('a large body of JSON', () => {
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
    const answer = await assets().send(body).expect(201);
    expect(answer.body).toMatchObject({ name: 'Large', settings: { sector: 'Health' } });
    expect(answer.body.content.survey).toHaveLength(300);
    expect(answer.body.content.survey[1].label.slice(0, 2)).toEqual(['What about 1?', 'ماذا عن 1؟']);
  });

  it('may bring its parts as JSON text', async () => {
    const answer = await assets()
      .send({ ...body, content: JSON.stringify(body.content), settings: JSON.stringify(body.settings) })
      .expect(201);
    expect(answer.body.content.survey).toHaveLength(300);
    expect(answer.body.settings).toMatchObject({ sector: 'Health' });
  });

  it('may bring other large parts, as clients send back what they received', async () => {
    const { uid, report_styles } = await makeAsset(app, { content: largeContent(1500) });
    expect(JSON.stringify(report_styles).length).toBeGreaterThan(32 * 1024);
    const answer = await app.as('owner').patch(`/api/v2/assets/${uid}/`).send({ report_styles }).expect(200);
    expect(answer.body.report_styles).toEqual(report_styles);
  });

  const sendBytes = (bytes: Buffer, headers: Record<string, string>) =>
    fetch(`${app.origin}/api/v2/assets/`, {
      method: 'POST',
      headers: { Authorization: `Token ${app.tokenOf('owner')}`, ...headers },
      body: bytes,
    });

  it('may be packed, and begin with a mark', async () => {
    await typed('application/json', `\uFEFF${JSON.stringify(body)}`).expect(201);
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    expect((await sendBytes(gzipSync(JSON.stringify(body)), headers)).status).toBe(201);
  });

  const filled = (text: string): string => text + ' '.repeat(64 * 1024);

  it.each([
    ['is no JSON', filled('{"name": '), 400, 'JSON parse error'],
    ['nests too deep', filled(`{"content":${'['.repeat(200)}${']'.repeat(200)}}`), 400, 'deeper than 100'],
    ['is a list', filled('[]'), 400, 'JSON object'],
  ])('is refused when it %s', async (_case, text, status, sentence) => {
    const answer = await typed('application/json', text).expect(status);
    expect(answer.body.detail).toContain(sentence);
  });

  it('may be in UTF-16, and in nothing that could mean something else', async () => {
    const bytes = Buffer.from(JSON.stringify(body), 'utf16le');
    const answer = await sendBytes(bytes, { 'Content-Type': 'application/json; charset=utf-16le' });
    expect(answer.status).toBe(201);
    await typed('application/json; charset=latin1', JSON.stringify(body)).expect(415);
  });

  it('is refused with a sentence on the field for content that is no form', async () => {
    const rows = Array.from({ length: 9000 }, (_, index) => index);
    const answer = await assets().send({ asset_type: 'survey', content: rows }).expect(400);
    expect(answer.body).toEqual({ content: ['Unable to parse JSON'] });
    const text = await assets()
      .send({ asset_type: 'survey', content: `{"survey": ${'['.repeat(40_000)}` })
      .expect(400);
    expect(text.body).toEqual({ content: ['Unable to parse JSON'] });
  });

  it('keeps a backslash a backslash, in the summary too', async () => {
    const label = 'C:\\new\\x41 \\é';
    const content = { survey: [{ type: 'text', name: 'path', label }] };
    const answer = await assets().send({ asset_type: 'survey', content }).expect(201);
    expect(answer.body.summary.labels).toEqual([label]);
    expect(answer.body.content.survey[0].label).toEqual([label]);
  });

  it('is too large in a part that is no form (400)', async () => {
    const list = Array.from({ length: 200_000 }, () => 'abcdefgh');
    const answer = await assets()
      .send({ ...body, settings: { list } })
      .expect(400);
    expect(answer.body.settings[0]).toContain('larger than 1 MB');
  });
});
