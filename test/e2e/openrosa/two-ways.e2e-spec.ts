import { randomUUID } from 'node:crypto';
import { LightDoor } from '../../../src/openrosa/light-door';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, submit } from '../../factories/submission.factory';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { sendRaw } from '../../support/raw-request';
import { GENERAL_WAY } from '../../support/ways-in';

const LONGEST_XML = 20_000;
const XML = 'name="xml_submission_file"; filename="a.xml"\r\nContent-Type: text/xml';

let app: TestApp;
let uid: string;
let archived: string;
let link: string;
/** Stored before either way is taken. */
const known = randomUUID();
const judged: boolean[] = [];

beforeAll(async () => {
  app = await startApp({ environment: { MAX_BODY_BYTES: String(LONGEST_XML) } });
  for (const username of ['owner', 'stranger']) await app.addUser(username);
  uid = (await makeDeployedAsset(app)).uid;
  archived = (await makeDeployedAsset(app, { active: false })).uid;
  await submit(app, uid, { uuid: known });
  const made = await app.as('owner').post(`/api/v2/assets/${uid}/collector-links/`).send({ name: 'Ann' });
  link = new URL(String(made.body.link)).pathname;
  const door = app.nest.get(LightDoor);
  const judge = door.isPlain.bind(door);
  jest.spyOn(door, 'isPlain').mockImplementation((request) => {
    judged.push(judge(request));
    return judged.at(-1)!;
  });
});
afterAll(() => app.stop());

const part = (head: string, content: string): string =>
  `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
const form = (...parts: string[]): string => `${parts.join('')}--x--\r\n`;

interface Post {
  readonly path?: string;
  /** Absent: the owner's token. */
  readonly authorization?: (() => string) | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** @param xml of a submission that is new */
  readonly body: (xml: string) => string;
  readonly status: number;
  /** It goes the general way by itself. */
  readonly isNotPlain?: true;
}

const only = (xml: string): string => form(part(XML, xml));
const about = (text: string) => (): string => only(text);
const tokenOf = (username: string) => (): string => `Token ${app.tokenOf(username)}`;
const basic = (password: string) => (): string =>
  `Basic ${Buffer.from(`owner:${password}`).toString('base64')}`;

const POSTS: Readonly<Record<string, Post>> = {
  'new, by token': { body: only, status: 201 },
  'new, by password': { authorization: basic(PASSWORD), body: only, status: 201 },
  'new, behind a username': { path: '/owner/submission', body: only, status: 201 },
  'new, behind a link, by nobody': {
    path: '<link>/submission',
    authorization: undefined,
    body: only,
    status: 201,
  },
  'new, with the id of a device': { path: '/submission?deviceID=collect%3Ax', body: only, status: 201 },
  'new, to a proxy’s host': { headers: { Host: 'survey.example.org:8080' }, body: only, status: 201 },
  'new, at another spelling of the path': {
    path: '//submission/',
    body: only,
    status: 201,
    isNotPlain: true,
  },
  known: { body: () => only(instanceXml(uid, { uuid: known })), status: 202 },
  'known, with other content': {
    body: () => only(instanceXml(uid, { uuid: known, answers: '<note>other</note>' })),
    status: 409,
  },
  'with a file': {
    body: (xml) =>
      form(part(XML, xml), part('name="p.jpg"; filename="p.jpg"\r\nContent-Type: image/jpeg', 'bytes')),
    status: 201,
  },
  'with a remark': { body: (xml) => form(part('name="*isIncomplete*"', 'yes'), part(XML, xml)), status: 201 },
  'with text that is nothing': { body: (xml) => form(part(XML, xml), part('name="a"', 'b')), status: 400 },
  'as text': { body: (xml) => form(part('name="xml_submission_file"', xml)), status: 201 },
  twice: { body: (xml) => form(part(XML, xml), part(XML, xml)), status: 400 },
  'under another name': { body: (xml) => form(part(XML.replace('xml_', 'x_'), xml)), status: 400 },
  'without a name of its file': { body: (xml) => form(part(XML.replace('a.xml', ''), xml)), status: 201 },
  'cut in its form': { body: (xml) => part(XML, xml), status: 400 },
  'that is no form': { body: () => 'nothing of the kind', status: 400 },
  'that is empty': { body: () => '', status: 400 },
  'that is no XML': { body: about('<a'), status: 400 },
  'with a character that no XML holds': { body: about('<a>\u0000</a>'), status: 400 },
  'without an instanceID': { body: () => only(`<data id="${uid}"/>`), status: 400 },
  'for no form': { body: () => only(instanceXml('aNone')), status: 404 },
  'for an archived form': { body: () => only(instanceXml(archived)), status: 405 },
  'that replaces nothing': { body: () => only(instanceXml(uid, { deprecates: randomUUID() })), status: 404 },
  'that is too large': {
    body: () => only(instanceXml(uid, { answers: `<note>${'x'.repeat(LONGEST_XML)}</note>` })),
    status: 413,
  },
  'with a wrong token': { authorization: () => 'Token nonsense', body: only, status: 401 },
  'with a wrong password': { authorization: basic('wrong'), body: only, status: 401 },
  'with half a header': { authorization: () => 'Basic !', body: only, status: 401 },
  'with another scheme': {
    authorization: () => 'Bearer nonsense',
    body: only,
    status: 401,
    isNotPlain: true,
  },
  'by nobody': { authorization: undefined, body: only, status: 401 },
  'by nobody, behind a username': {
    path: '/owner/submission',
    authorization: undefined,
    body: only,
    status: 401,
  },
  'by nobody, behind a link that leads nowhere': {
    path: '/collector/none/submission',
    authorization: undefined,
    body: only,
    status: 401,
  },
  'by a stranger': { authorization: tokenOf('stranger'), body: only, status: 403 },
  'to a host that is none': { headers: { Host: '256.256.256.256' }, body: only, status: 400 },
  'to a route of the past': { path: '/assets/submission', body: only, status: 410 },
  'behind a username that nobody has': { path: '/nobody/submission', body: only, status: 201 },
};

/** All that came back, without what differs from one moment to the next. */
async function answerTo(post: Post, extra: Readonly<Record<string, string>>): Promise<string> {
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

const timeless = (answer: string): string =>
  answer
    .replace(/^(Date|ETag): .*$/gm, '$1: …')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+\+00:00/g, '<date>')
    .replace(/uuid:[\da-f-]{36}/g, '<uuid>');

describe('a submission by either way', () => {
  it.each(Object.entries(POSTS))('%s is answered alike', async (_, post) => {
    judged.length = 0;
    const light = await answerTo(post, {});
    expect(judged).toEqual(
      post.isNotPlain === true && post.path !== undefined ? [] : [post.isNotPlain !== true],
    );
    const general = await answerTo(post, GENERAL_WAY);
    expect(judged.slice(1).includes(true)).toBe(false);
    expect(light.split(' ', 2)[1]).toBe(String(post.status));
    expect(timeless(light)).toBe(timeless(general));
    // An answer that holds no moment is the same to its tag.
    if (!light.includes('Date="')) expect(/^ETag.*$/m.exec(light)?.[0]).toBe(/^ETag.*$/m.exec(general)?.[0]);
  });
});
