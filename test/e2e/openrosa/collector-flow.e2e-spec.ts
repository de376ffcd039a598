import { createHash, randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { type AssetJson, makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, submission } from '../../factories/submission.factory';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { basic } from '../../support/basic';
import { uploaded } from '../media/asset-files';
import { messageOf } from './collector-response';

const PHOTO = Buffer.from('a photo of a well');
const PLAN = Buffer.from('a plan of the village');

/** Each step uses the response of the one before. */
describe('the flow of a collector and its data', () => {
  let app: TestApp;
  let survey: AssetJson;
  const uuid = randomUUID();

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    survey = await makeDeployedAsset(app, { name: 'Wells' });
    await uploaded(app, survey.uid, PLAN, { name: 'plan.png' });
  });
  afterAll(() => app.stop());

  const collector = () => app.with(basic('owner', PASSWORD));
  const pathIn = ({ text }: Response, name: string): string =>
    new URL(new RegExp(`<${name}>(.*?)</${name}>`).exec(text)![1]!).pathname;
  const data = (below = ''): string => `/api/v2/assets/${survey.uid}/data${below}`;

  it('leads from the form list through the form and its files to a submission in two parts', async () => {
    const list = await collector().get('/formList').expect(200);
    const form = await collector().get(pathIn(list, 'downloadUrl')).expect(200);
    const md5 = createHash('md5').update(form.text).digest('hex');
    expect(list.text).toContain(`<hash>md5:${md5}</hash>`);
    const manifest = await collector().get(pathIn(list, 'manifestUrl')).expect(200);
    expect(manifest.text).toContain(`<hash>md5:${createHash('md5').update(PLAN).digest('hex')}</hash>`);
    const plan = await collector().get(pathIn(manifest, 'downloadUrl')).expect(200);
    expect(plan.body).toEqual(PLAN);

    const { headers } = await collector().head('/submission').expect(204);
    const to = new URL(headers['location']!).pathname;
    const answers = '<person><name>Asha</name><age>34</age></person><photo>well.jpg</photo>';
    const [, version] = / version="([^"]*)"/.exec(form.text)!;
    const xml = instanceXml(survey.uid, { uuid, answers }).replace('version="1"', `version="${version!}"`);
    const first = submission(collector(), xml, [], to).field('*isIncomplete*', 'yes');
    expect(messageOf(await first.expect(201))).toBe('Successful submission.');
    const second = submission(collector(), xml, [{ name: 'well.jpg', content: PHOTO }], to);
    expect(messageOf(await second.expect(201))).toBe('Successful submission.');
  });

  it('is read, filtered, edited and exported as a stream', async () => {
    const { body: read } = await collector().get(data('/')).expect(200);
    expect(read).toMatchObject({ count: 1, results: [{ _uuid: uuid, 'person/age': '34' }] });
    const [{ download_url: url }] = read.results[0]._attachments as [{ download_url: string }];
    expect((await collector().get(new URL(url).pathname).expect(200)).body).toEqual(PHOTO);

    const count = async (query: object): Promise<number> =>
      (
        await collector()
          .get(data('/'))
          .query({ query: JSON.stringify(query) })
      ).body.count as number;
    expect([await count({ 'person/age': { $gt: 30 } }), await count({ 'person/age': { $lt: 30 } })]).toEqual([
      1, 0,
    ]);

    const payload = { submission_ids: [read.results[0]._id as number], data: { 'person/age': '43' } };
    await collector().patch(data('/bulk/')).send({ payload }).expect(200);
    expect([await count({ 'person/age': '34' }), await count({ 'person/age': '43' })]).toEqual([0, 1]);

    const { text } = await collector()
      .get(data('.csv'))
      .expect(200)
      .expect('Content-Type', /^text\/csv/);
    const [head, row] = text.split('\r\n').map((line) => line.slice(1, -1).split('";"'));
    const table = Object.fromEntries(head!.map((name, index) => [name, row![index]]));
    expect(table).toMatchObject({ 'person/name': 'Asha', 'person/age': '43', photo: 'well.jpg' });
  });
});
