import { randomUUID } from 'node:crypto';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, submit } from '../../factories/submission.factory';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { sendRaw } from '../../support/raw-request';
import { AS_STREAM } from '../../support/form-readers';

const MAX_XML_BYTES = 20_000;
const XML = 'name="xml_submission_file"; filename="a.xml"\r\nContent-Type: text/xml';

let app: TestApp;
let uid: string;
let archived: string;
let link: string;
const storedUuid = randomUUID();

beforeAll(async () => {
  app = await startApp({ environment: { MAX_BODY_BYTES: String(MAX_XML_BYTES) } });
  for (const username of ['owner', 'stranger']) await app.addUser(username);
  uid = (await makeDeployedAsset(app)).uid;
  archived = (await makeDeployedAsset(app, { active: false })).uid;
  await submit(app, uid, { uuid: storedUuid });
  const made = await app.as('owner').post(`/api/v2/assets/${uid}/collector-links/`).send({ name: 'Ann' });
  link = new URL(String(made.body.link)).pathname;
});
afterAll(() => app.stop());

const part = (head: string, content: string): string =>
  `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
const form = (...parts: string[]): string => `${parts.join('')}--x--\r\n`;

interface Post {
  readonly path?: string;
  /** Defaults to the owner's token. */
  readonly authorization?: (() => string) | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: (xml: string) => string;
  readonly status: number;
}

const multipartOf = (xml: string): string => form(part(XML, xml));
const bodyOf = (text: string) => (): string => multipartOf(text);
const tokenOf = (username: string) => (): string => `Token ${app.tokenOf(username)}`;
const basic = (password: string) => (): string =>
  `Basic ${Buffer.from(`owner:${password}`).toString('base64')}`;

const POSTS: Readonly<Record<string, Post>> = {
  'new, with a token': { body: multipartOf, status: 201 },
  'new, with a password': { authorization: basic(PASSWORD), body: multipartOf, status: 201 },
  'new, behind a username': { path: '/owner/submission', body: multipartOf, status: 201 },
  'new, behind a link, anonymous': {
    path: '<link>/submission',
    authorization: undefined,
    body: multipartOf,
    status: 201,
  },
  'new, with a deviceID': { path: '/submission?deviceID=collect%3Ax', body: multipartOf, status: 201 },
  'new, to a proxy’s host': { headers: { Host: 'survey.example.org:8080' }, body: multipartOf, status: 201 },
  'new, at another spelling of the path': {
    path: '//submission',
    body: multipartOf,
    status: 201,
  },
  known: { body: () => multipartOf(instanceXml(uid, { uuid: storedUuid })), status: 202 },
  'known, with other content': {
    body: () => multipartOf(instanceXml(uid, { uuid: storedUuid, answers: '<note>other</note>' })),
    status: 409,
  },
  'with a file': {
    body: (xml) =>
      form(part(XML, xml), part('name="p.jpg"; filename="p.jpg"\r\nContent-Type: image/jpeg', 'bytes')),
    status: 201,
  },
  'with a field known from collectors': {
    body: (xml) => form(part('name="*isIncomplete*"', 'yes'), part(XML, xml)),
    status: 201,
  },
  'with an unknown field': { body: (xml) => form(part(XML, xml), part('name="a"', 'b')), status: 400 },
  'with the XML as a text field': {
    body: (xml) => form(part('name="xml_submission_file"', xml)),
    status: 201,
  },
  twice: { body: (xml) => form(part(XML, xml), part(XML, xml)), status: 400 },
  'under another name': { body: (xml) => form(part(XML.replace('xml_', 'x_'), xml)), status: 400 },
  'without a file name': { body: (xml) => form(part(XML.replace('a.xml', ''), xml)), status: 201 },
  'cut off': { body: (xml) => part(XML, xml), status: 400 },
  'not multipart': { body: () => 'nothing of the kind', status: 400 },
  'with an empty body': { body: () => '', status: 400 },
  'with invalid XML': { body: bodyOf('<a'), status: 400 },
  'with a character that XML does not allow': { body: bodyOf('<a>\u0000</a>'), status: 400 },
  'without an instanceID': { body: () => multipartOf(`<data id="${uid}"/>`), status: 400 },
  'for an unknown form': { body: () => multipartOf(instanceXml('aNone')), status: 404 },
  'for an archived form': { body: () => multipartOf(instanceXml(archived)), status: 405 },
  'an edit of an unknown submission': {
    body: () => multipartOf(instanceXml(uid, { deprecates: randomUUID() })),
    status: 404,
  },
  'too large': {
    body: () => multipartOf(instanceXml(uid, { answers: `<note>${'x'.repeat(MAX_XML_BYTES)}</note>` })),
    status: 413,
  },
  'with an invalid token': { authorization: () => 'Token nonsense', body: multipartOf, status: 401 },
  'with a wrong password': { authorization: basic('wrong'), body: multipartOf, status: 401 },
  'with an incomplete header': { authorization: () => 'Basic !', body: multipartOf, status: 401 },
  'with another scheme': {
    authorization: () => 'Bearer nonsense',
    body: multipartOf,
    status: 401,
  },
  anonymous: { authorization: undefined, body: multipartOf, status: 401 },
  'anonymous, behind a username': {
    path: '/owner/submission',
    authorization: undefined,
    body: multipartOf,
    status: 401,
  },
  'behind an unknown link': {
    path: '/collector/none/submission',
    authorization: undefined,
    body: multipartOf,
    status: 401,
  },
  'by a stranger': { authorization: tokenOf('stranger'), body: multipartOf, status: 403 },
  'to an invalid host': { headers: { Host: '256.256.256.256' }, body: multipartOf, status: 400 },
  'to a removed route': { path: '/assets/submission', body: multipartOf, status: 410 },
  'behind an unknown username': { path: '/nobody/submission', body: multipartOf, status: 201 },
};

/** Returns the whole response, with times and generated ids masked. */
async function send(post: Post, extra: Readonly<Record<string, string>>): Promise<string> {
  const authorization = 'authorization' in post ? post.authorization?.() : tokenOf('owner')();
  const body = Buffer.from(post.body(instanceXml(uid)));
  const headers: Record<string, string> = {
    Host: 'localhost',
    'Content-Type': 'multipart/form-data; boundary=x',
    ...(authorization !== undefined && { Authorization: authorization }),
    'Content-Length': String(body.length),
    Connection: 'close',
    ...post.headers,
    ...extra,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const path = (post.path ?? '/submission').replace('<link>', link);
  const head = `POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
  return sendRaw(app.port, Buffer.concat([Buffer.from(head), body]));
}

const masked = (answer: string): string =>
  answer
    .replace(/^(Date|ETag): .*$/gm, '$1: …')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+\+00:00/g, '<date>')
    .replace(/uuid:[\da-f-]{36}/g, '<uuid>');

const withTrailingSlash = ({ path = '/submission', ...post }: Post): Post => ({
  ...post,
  path: path.replace(/submission\b/, 'submission/').replace('//?', '/?'),
});

describe('a submission', () => {
  it.each(Object.entries(POSTS))('%s: same response however it is addressed and read', async (_, post) => {
    const response = await send(post, {});
    expect(response.split(' ', 2)[1]).toBe(String(post.status));
    expect(masked(await send(post, AS_STREAM))).toBe(masked(response));
    expect(masked(await send(withTrailingSlash(post), {}))).toBe(masked(response));
  });
});
