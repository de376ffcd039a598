import { createHash } from 'node:crypto';
import { type AssetJson, grant, grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { submission, instanceXml, submit } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

let app: TestApp;
let survey: AssetJson;
const sent: string[] = [];

beforeAll(async () => {
  app = await startApp();
  for (const username of ['owner', 'viewer', 'some', 'form-viewer', 'stranger']) await app.addUser(username);
  survey = await makeDeployedAsset(app);
  await grant(app, survey.uid, 'viewer', ['view_submissions']);
  await grant(app, survey.uid, 'form-viewer', ['view_asset']);
  await grantPartially(app, survey.uid, 'some', { view_submissions: [{ consent: 'yes' }] });
  for (const consent of ['yes', 'no', 'yes']) {
    const answers = `<consent>${consent}</consent><photo>p &amp; q.jpg</photo>`;
    sent.push(await submit(app, survey.uid, { answers, files: [{ name: 'p & q.jpg', content: consent }] }));
  }
});
afterAll(() => app.stop());

const list = (query = '', by = 'viewer') =>
  app.as(by).get(`/view/submissionList?formId=${survey.uid}${query}`);
const one = (uuid: string, by = 'viewer') =>
  app
    .as(by)
    .get('/view/downloadSubmission')
    .query({
      formId: `${survey.uid}[@version=null and @uiVersion=null]/${survey.uid}[@key=uuid:${uuid}]`,
    });
const idsOf = (text: string): string[] => [...text.matchAll(/<id>uuid:(.*)<\/id>/g)].map(([, id]) => id!);
const cursorOf = (text: string): string => /<resumptionCursor>(\d+)<\//.exec(text)![1]!;

describe('pulling submissions', () => {
  it('lists the identifiers in pages', async () => {
    const first = await list('&numEntries=2').expect(200).expect('Content-Type', 'text/xml; charset=utf-8');
    expect(idsOf(first.text)).toEqual(sent.slice(0, 2));
    const second = await list(`&numEntries=2&cursor=${cursorOf(first.text)}`).expect(200);
    expect(idsOf(second.text)).toEqual(sent.slice(2));
    const third = await list(`&cursor=${cursorOf(second.text)}`).expect(200);
    expect(idsOf(third.text)).toEqual([]);
    expect(cursorOf(third.text)).toBe(cursorOf(second.text));
  });

  it('returns one submission with its files', async () => {
    const { text } = await one(sent[0]!).expect(200);
    expect(text).toContain(
      `<${survey.uid} id="${survey.uid}" version="1" instanceID="uuid:${sent[0]!}" submissionDate="`,
    );
    expect(text).toContain(`<filename>p &amp; q.jpg</filename>`);
    const md5 = createHash('md5').update('yes').digest('hex');
    const [, url] = new RegExp(`<hash>md5:${md5}</hash><downloadUrl>(.*?)</downloadUrl>`).exec(text)!;
    const { body } = await app.as('viewer').get(new URL(url!).pathname).expect(200);
    expect((body as Buffer).toString()).toBe('yes');
  });

  it('identifies an edited submission by its current instanceID', async () => {
    const first = await submit(app, survey.uid);
    const uuid = crypto.randomUUID();
    await submission(app.as('owner'), instanceXml(survey.uid, { uuid, deprecates: first })).expect(201);
    expect(idsOf((await list().expect(200)).text)).toContain(uuid);
    expect((await one(uuid).expect(200)).text).toContain(`<deprecatedID>uuid:${first}</deprecatedID>`);
    await one(first).expect(404);
  });

  it('requires view_submissions, limited by a partial permission', async () => {
    expect(idsOf((await list('', 'some').expect(200)).text)).toEqual([sent[0], sent[2]]);
    await one(sent[1]!, 'some').expect(404);
    await one(sent[0]!, 'some').expect(200);
    for (const by of ['form-viewer', 'stranger']) {
      await list('', by)
        .expect(404)
        .expect('Content-Type', /text\/xml/);
      await one(sent[0]!, by).expect(404);
    }
    await list('', ANONYMOUS).expect(401);
    await one(sent[0]!, ANONYMOUS).expect(401);
  });

  it.each(['&cursor=x', '&numEntries=-1'])('returns an error for %s', async (query) => {
    await list(query).expect(400);
  });

  it('requires a form', async () => {
    await app.as('viewer').get('/view/submissionList').expect(404);
    await app.as('viewer').get('/view/downloadSubmission').expect(400);
  });

  it.each(['submissionList', 'downloadSubmission'])('does not exist behind a username: %s', async (what) => {
    const path = `/owner/view/${what}?formId=${survey.uid}`;
    for (const by of ['owner', 'viewer', 'some', 'stranger']) {
      const { text } = await app
        .as(by)
        .get(path)
        .expect(403)
        .expect('Content-Type', /text\/xml/)
        .expect('X-OpenRosa-Version', '1.0');
      expect(text).toContain('Use /view/ without it');
    }
    await app.as(ANONYMOUS).get(path).expect(401);
  });
});
