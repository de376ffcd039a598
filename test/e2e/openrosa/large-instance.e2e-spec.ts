import { randomUUID } from 'node:crypto';
import { parseInstance } from '../../../src/domain/submission/instance-parser';
import { type AssetJson, makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, submission } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';

/** Worker threads run built files, so that this counts only the parsing on the event loop. */
jest.mock('../../../src/domain/submission/instance-parser', () => {
  const actual = jest.requireActual<{ parseInstance: typeof parseInstance }>(
    '../../../src/domain/submission/instance-parser',
  );
  return { ...actual, parseInstance: jest.fn(actual.parseInstance) };
});
const onTheLoop = jest.mocked(parseInstance);

describe('a large instance', () => {
  let app: TestApp;
  let survey: AssetJson;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    survey = await makeDeployedAsset(app);
  });
  afterAll(() => app.stop());
  beforeEach(() => onTheLoop.mockClear());

  const elements = (count: number): string =>
    Array.from({ length: count }, (_, index) => `<q${index}>${index}</q${index}>`).join('');
  const send = (xml: string) => submission(app.as('owner'), xml);

  it('is parsed off the event loop and stored like a small one', async () => {
    const uuid = randomUUID();
    const answers = `<person><name>Asha</name></person>${elements(60_000)}`;
    await send(instanceXml(survey.uid, { uuid, answers })).expect(201);
    expect(onTheLoop).not.toHaveBeenCalled();
    const { body } = await app.as('owner').get(`/api/v2/assets/${survey.uid}/data/${uuid}/`).expect(200);
    expect(body).toMatchObject({ 'person/name': 'Asha', q59999: '59999', _geolocation: [null, null] });
    await send(instanceXml(survey.uid)).expect(201);
    expect(onTheLoop).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['too many elements', 413, (uid: string) => instanceXml(uid, { answers: elements(210_000) })],
    [
      'names that are too long together',
      413,
      (uid: string) => {
        const group = 'g'.repeat(1000);
        return instanceXml(uid, { answers: `<${group}>${elements(30_000)}</${group}>` });
      },
    ],
    ['no end tag', 400, (uid: string) => instanceXml(uid, { answers: elements(20_000) }).slice(0, -10)],
    ['no id', 400, (uid: string) => `<data id="${uid}">${elements(20_000)}</data>`],
    ['an unknown form', 404, () => instanceXml('aNone', { answers: elements(20_000) })],
  ])('is rejected for %s (%d) with a message', async (_why, status, make) => {
    const response = await send(make(survey.uid)).expect(status);
    expect(response.text).toMatch(/<message nature="">[A-Z].{10,}<\/message>/);
    expect(onTheLoop).not.toHaveBeenCalled();
  });

  it('does not block other requests when many arrive at once', async () => {
    const xmls = Array.from({ length: 6 }, () => instanceXml(survey.uid, { answers: elements(20_000) }));
    const responses = await Promise.all(xmls.map((xml) => send(xml)));
    expect(responses.map(({ status }) => status)).toEqual(xmls.map(() => 201));
    expect(onTheLoop).not.toHaveBeenCalled();
  });
});
