import { makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';

const HOSTILE = '"><script>alert(1)</script>';
const SURVEY = {
  survey: [
    { type: 'audio', name: 'voice', label: HOSTILE },
    { type: 'video', name: 'tour', label: 'Tour' },
    { type: 'file', name: 'paper', label: 'Paper' },
    { type: 'image', name: 'photo', label: 'Photo' },
  ],
};

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  await app.addUser('owner');
});
afterAll(() => app.stop());

const TYPES: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
};

async function pageOf(answers: string, names: readonly string[]) {
  const { uid } = await makeDeployedAsset(app, { content: SURVEY });
  await submit(app, uid, {
    answers,
    files: names.map((name) => ({ name, content: 'bytes', type: TYPES[name.slice(-3)]! })),
  });
  const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/`).expect(200);
  const owner = new Browser(app);
  await owner.signIn('owner', PASSWORD);
  const { text, headers } = await owner.get(`/projects/${uid}/data/${body.results[0]._id}/`).expect(200);
  return { owner, text, policy: headers['content-security-policy'] as string };
}

it('plays recordings, and loads them only then', async () => {
  const { owner, text, policy } = await pageOf('<voice>a.mp3</voice><tour>b.mp4</tour><paper>c.pdf</paper>', [
    'a.mp3',
    'b.mp4',
    'c.pdf',
  ]);
  expect(policy).toContain("media-src 'self'");
  expect(text).not.toContain('<script>alert');
  const players = [
    ...text.matchAll(/<(audio|video)\s+src="([^"]+)"\s+aria-label="([^"]*)"\s+controls\s+preload="none"/g),
  ];
  expect(players.map(([, kind, , label]) => [kind, label])).toEqual([
    ['audio', '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['video', 'Tour'],
  ]);
  const { headers } = await owner.get(players[0]![2]!).set('Range', 'bytes=1-2').expect(206);
  expect(headers['content-type']).toBe('audio/mpeg');
  expect(text).toContain('c.pdf');
});

it('shows a picture, and a missing file by its name', async () => {
  const { text } = await pageOf('<voice>gone.mp3</voice><photo>p.jpg</photo>', ['p.jpg']);
  expect(text).toMatch(/<img src="[^"]+medium\/"/);
  expect(text).not.toContain('<audio');
  expect(text).toContain('gone.mp3');
});
