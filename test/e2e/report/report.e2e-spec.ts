import { grant, grantPartially, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

interface QuestionJson {
  readonly name: string;
  readonly row: { readonly type: string };
  readonly kuid: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}
interface ReportJson {
  readonly url: string;
  readonly count: number;
  readonly list: readonly QuestionJson[];
}

const yesNo = [
  { list_name: 'yn', name: 'yes', label: ['Yes', 'Oui'] },
  { list_name: 'yn', name: 'no', label: ['No', 'Non'] },
];
const CONTENT = {
  translations: [null, 'French'],
  translated: ['label'],
  survey: [
    { type: 'select_one', select_from_list_name: 'yn', name: 'pump', label: ['Pump', 'Pompe'] },
    { type: 'integer', name: 'depth', label: ['Depth', 'Profondeur'] },
    { type: 'date', name: 'built', label: ['Built', 'Construit'] },
    { type: 'note', name: 'thanks', label: ['Thanks', 'Merci'] },
    { type: 'begin_repeat', name: 'user', label: ['User', 'Usager'] },
    { type: 'select_multiple', select_from_list_name: 'yn', name: 'content', label: ['Content', 'Content'] },
    { type: 'decimal', name: 'litres', label: ['Litres', 'Litres'] },
    { type: 'end_repeat' },
  ],
  choices: yesNo,
};

describe('GET …/reports/', () => {
  let app: TestApp;
  let uid: string;

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'viewer', 'reader', 'partial', 'stranger']) await app.addUser(name);
    await app.addUser('root', { superuser: true });
    ({ uid } = await makeDeployedAsset(app, { content: CONTENT }));
    await grant(app, uid, 'reader', ['view_asset']);
    await grant(app, uid, 'viewer', ['view_submissions']);
    await grantPartially(app, uid, 'partial', { view_submissions: [{ pump: 'no' }] });
    for (const answers of [
      '<pump>yes</pump><depth>10</depth><built>2020-01-02</built><user><content>yes no</content><litres>1.5</litres></user><user><content>yes</content><litres>2.5</litres></user>',
      '<pump>yes</pump><depth>20</depth><built>2019-01-02</built><user><content>no</content></user>',
      '<pump>no</pump><depth>nonsense</depth><built>2020-01-02</built>',
      '<depth>1e999</depth>',
    ])
      await submit(app, uid, { answers });
  });
  afterAll(() => app.stop());

  const pathOf = (query = '', of = uid): string => `/api/v2/assets/${of}/reports/${query}`;
  const read = async (query = '', { caller = 'owner', of = uid } = {}): Promise<ReportJson> =>
    (await app.as(caller).get(pathOf(query, of)).expect(200)).body as ReportJson;
  const dataOf = (report: ReportJson, name: string) => report.list.find((each) => each.name === name)?.data;

  it('counts every question, in form order', async () => {
    const report = await read();
    expect(report).toEqual({ url: `${app.origin}${pathOf()}`, count: 5, list: expect.any(Array) });
    expect(report.list.map(({ name, row, kuid }) => [name, row.type, typeof kuid])).toEqual([
      ['pump', 'select_one', 'string'],
      ['depth', 'integer', 'string'],
      ['built', 'date', 'string'],
      ['content', 'select_multiple', 'string'],
      ['litres', 'decimal', 'string'],
    ]);
    expect(report.list.map(({ data }) => data)).toEqual([
      {
        total_count: 4,
        not_provided: 1,
        provided: 3,
        show_graph: true,
        responses: ['Yes', 'No'],
        frequencies: [2, 1],
        percentages: [50, 25],
      },
      {
        total_count: 4,
        not_provided: 2,
        provided: 2,
        show_graph: false,
        median: 15,
        mean: 15,
        mode: '*',
        stdev: 7.0710678118654755,
      },
      {
        total_count: 4,
        not_provided: 1,
        provided: 3,
        show_graph: true,
        responses: ['2019-01-02', '2020-01-02'],
        frequencies: [1, 2],
        percentages: [25, 50],
      },
      {
        total_count: 4,
        not_provided: 2,
        provided: 2,
        show_graph: true,
        responses: expect.any(Array),
        frequencies: [2, 1],
        percentages: [50, 25],
      },
      {
        total_count: 4,
        not_provided: 3,
        provided: 1,
        show_graph: false,
        median: 2,
        mean: 2,
        mode: '*',
        stdev: expect.closeTo(0.7071, 4),
      },
    ]);
  });

  it('returns labels in a language, and names where there are none', async () => {
    expect(dataOf(await read('?lang=French&names=pump'), 'pump')).toMatchObject({
      responses: ['Oui', 'Non'],
    });
    expect(dataOf(await read('?lang=Latin&names=pump'), 'pump')).toMatchObject({ responses: ['Yes', 'No'] });
  });

  it.each([
    ['?names=built,pump', ['pump', 'built']],
    ['?names=litres', ['litres']],
    ['?names=nobody', []],
    ['?names=', ['pump', 'depth', 'built', 'content', 'litres']],
  ])('of %s contains %j', async (query, names) => {
    const { count, list } = await read(query);
    expect([count, list.map(({ name }) => name)]).toEqual([names.length, names]);
  });

  it('is grouped by the answers to a question, which it then omits', async () => {
    const { list } = await read('?split_by=pump');
    expect(list.map(({ name }) => name)).toEqual(['depth', 'built', 'content', 'litres']);
    expect(list[0]!.data).toEqual({
      total_count: 4,
      not_provided: 2,
      provided: 2,
      show_graph: false,
      values: [['yes', { median: 15, mean: 15, mode: '*', stdev: 7.0710678118654755 }]],
    });
    expect(list[1]!.data['values']).toEqual([
      ['2019-01-02', { responses: ['No', 'Yes'], frequencies: [0, 1], percentages: [0, 25] }],
      ['2020-01-02', { responses: ['No', 'Yes'], frequencies: [1, 1], percentages: [25, 25] }],
    ]);
  });

  it.each([
    ['?split_by=nobody', { split_by: ['`nobody` not found.'] }],
    ['?split_by=depth', { split_by: ['`depth` is not a select one question.'] }],
    [
      '?version=vUnknown',
      { version: ['There is no deployed version vUnknown. Use the uid of one, newest or all.'] },
    ],
  ])('with %s returns 400', async (query, expected) => {
    expect((await app.as('owner').get(pathOf(query)).expect(400)).body).toEqual(expected);
  });

  it.each([
    ['owner', 200],
    ['viewer', 200],
    ['partial', 200],
    ['root', 200],
    ['reader', 403],
    ['stranger', 404],
    [ANONYMOUS, 404],
  ])('for %s returns %i', async (caller, status) => {
    await app.as(caller).get(pathOf()).expect(status);
  });

  it('counts what a partial permission makes visible', async () => {
    expect(dataOf(await read('?names=pump', { caller: 'partial' }), 'pump')).toMatchObject({
      total_count: 1,
      provided: 1,
      responses: ['No'],
      frequencies: [1],
      percentages: [100],
    });
  });

  it('of an asset that was never deployed returns 404', async () => {
    const { uid: draft } = await makeAsset(app);
    await app.as('owner').get(pathOf('', draft)).expect(404);
  });

  it('labels the choices that the newest version has no longer', async () => {
    const formOf = (...choices: (readonly [name: string, label: string])[]) => ({
      survey: [{ type: 'select_one', select_from_list_name: 'fuel', name: 'fuel', label: 'Fuel' }],
      choices: choices.map(([name, label]) => ({ list_name: 'fuel', name, label })),
    });
    const { uid: of } = await makeDeployedAsset(app, { content: formOf(['w', 'Wood'], ['g', 'Gas']) });
    const first = await app.as('owner').get(`/api/v2/assets/${of}/`);
    for (const fuel of ['w', 'g', 'g'])
      await submit(app, of, { answers: `<fuel>${fuel}</fuel>`, version: first.body.version_id as string });
    const content = formOf(['w', 'Firewood'], ['s', 'Solar']);
    await app.as('owner').patch(`/api/v2/assets/${of}/`).send({ content }).expect(200);
    await app.as('owner').patch(`/api/v2/assets/${of}/deployment/`).send({}).expect(200);
    for (const query of ['', '?version=all']) {
      expect(dataOf(await read(query, { of }), 'fuel')).toMatchObject({
        responses: ['Gas', 'Firewood'],
        frequencies: [2, 1],
      });
    }
  });

  it('covers the questions of the newest version, of one version, or of all', async () => {
    const { uid: of } = await makeDeployedAsset(app, {
      content: {
        survey: [
          { type: 'text', name: 'a', label: 'a' },
          { type: 'text', name: 'b', label: 'b' },
        ],
      },
    });
    const first = await app.as('owner').get(`/api/v2/assets/${of}/`);
    const old = first.body.version_id as string;
    await submit(app, of, { answers: '<a>1</a><b>2</b>', version: old });
    await submit(app, of, { answers: '<a>unnamed</a>' });
    const content = {
      survey: [
        { type: 'text', name: 'c', label: 'c' },
        { type: 'begin_group', name: 'g', label: 'g' },
        { type: 'text', name: 'a', label: 'a' },
        { type: 'end_group' },
      ],
    };
    const { body } = await app.as('owner').patch(`/api/v2/assets/${of}/`).send({ content }).expect(200);
    await app.as('owner').patch(`/api/v2/assets/${of}/deployment/`).send({}).expect(200);
    await submit(app, of, { answers: '<c>3</c><g><a>1</a></g>', version: body.version_id as string });
    const countsOf = async (query: string) => {
      const { list } = await read(query, { of });
      return list.map(({ name, data }) => [name, data['total_count'], data['provided']]);
    };
    // A question that moved into a group counts at its path in each version.
    expect(await countsOf('')).toEqual([
      ['c', 3, 1],
      ['a', 3, 3],
    ]);
    expect(await countsOf('?version=newest')).toEqual([
      ['c', 2, 1],
      ['a', 2, 1],
    ]);
    expect(await countsOf(`?version=${old}`)).toEqual([
      ['a', 1, 1],
      ['b', 1, 1],
    ]);
    expect(await countsOf('?version=all')).toEqual([
      ['c', 3, 1],
      ['a', 3, 3],
      ['b', 3, 1],
    ]);
  });
});
