import { randomUUID } from 'node:crypto';
import { type AssetJson, makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, type SentFile, submission } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';

let app: TestApp;
let survey: AssetJson;

beforeAll(async () => {
  app = await startApp();
  await app.addUser('owner');
  survey = await makeDeployedAsset(app);
});
afterAll(() => app.stop());

const photo = (name: string): SentFile => ({ name, content: `bytes of ${name}` });

function send(instance: Parameters<typeof instanceXml>[1], files: readonly SentFile[] = []) {
  return submission(app.as('owner'), instanceXml(survey.uid, instance), files);
}

async function namesOf(uuid: string): Promise<string[]> {
  const { body } = await app.as('owner').get(`/api/v2/assets/${survey.uid}/data/${uuid}/`).expect(200);
  const { _attachments: files } = body as { _attachments: { media_file_basename: string }[] };
  return files.map((file) => file.media_file_basename);
}

describe('an earlier state that is sent again', () => {
  it('does not bring back the files that edits dropped', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    const original = () => send({ uuid: first, answers: '<photo>a.jpg</photo>' }, [photo('a.jpg')]);
    const replaced = { uuid: second, answers: '<photo>b.jpg</photo>', deprecates: first };
    await original().expect(201);
    await send(replaced, [photo('b.jpg')]).expect(201);
    await original().expect(202);
    expect(await namesOf(first)).toEqual(['b.jpg']);
    await send({ answers: '<consent>yes</consent>', deprecates: second }).expect(201);
    await original().expect(202);
    await send(replaced, [photo('b.jpg')]).expect(202);
    expect(await namesOf(first)).toEqual([]);
  });

  it('brings a file that is named again', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    const answers = '<photo>c.jpg</photo>';
    const original = () => send({ uuid: first, answers }, [photo('c.jpg')]);
    await original().expect(201);
    await send({ uuid: second, answers: '<consent>yes</consent>', deprecates: first }).expect(201);
    await send({ answers, deprecates: second }).expect(201);
    await original().expect(201);
    expect(await namesOf(first)).toEqual(['c.jpg']);
    await original().expect(202);
  });
});
