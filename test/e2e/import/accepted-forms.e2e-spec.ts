import { importFile } from '../../factories/import.factory';
import { workbook } from '../../factories/workbook.factory';
import { startApp, type TestApp } from '../../support/app';

const assetOf = async (app: TestApp, uid: string) =>
  (await app.as('owner').get(`/api/v2/assets/${uid}/`).expect(200)).body as Record<string, unknown>;

describe('imports of forms that other converters accept', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
  });
  afterAll(() => app.stop());

  it('accepts every spelling of an expression that collectors read, and warns of doubts', async () => {
    const expressions = [
      'if (${a} > 1, 2, 3)',
      'if(${a} > 1, int(${a}), if (${a} = 0, 1, 2))',
      'count\n(${a})',
      "selected (${a}, '1')",
      "${a} = '1'and ${a} > 0",
      '(${a} = 1)and ${a} > 0',
      '${a} = 1or ${a} > 0',
      '.=1 or.=9',
      '7div 2mod 3',
      'difference-in-months(${a}, today())',
    ];
    const { status, messages } = await importFile(
      app,
      workbook({
        survey: [
          ['type', 'name', 'label', 'relevant'],
          ['integer', 'a', 'A', ''],
          ...expressions.map((source, row) => ['text', `q${row}`, 'Q', source]),
        ],
      }),
      { library: 'false' },
    );
    expect({ status, warnings: messages.warnings }).toEqual({
      status: 'complete',
      warnings: [
        expect.stringMatching(/^survey, row 10, column relevant: "or\." is "or" and "\."/),
        expect.stringMatching(/^survey, row 12, column relevant: .*Community Health Toolkit/),
      ],
    });
    const url = `/api/v2/assets/${messages.created![0]!.uid}/`;
    const { body } = await app.as('owner').get(url).expect(200);
    await app.as('owner').patch(url).send({ content: body.content }).expect(200);
    const deployed = await app.as('owner').post(`${url}deployment/`).send({ active: true }).expect(201);
    expect(deployed.body.warnings).toEqual(messages.warnings);
  });

  it('accepts a default language that is no translation, with a warning', async () => {
    const { status, messages } = await importFile(
      app,
      workbook({
        survey: [
          ['type', 'name', 'label::English', 'label::Français'],
          ['text', 'a', 'A', 'A'],
        ],
        settings: [['default_language'], ['Klingon']],
      }),
      { library: 'false' },
    );
    expect({ status, warnings: messages.warnings }).toEqual({
      status: 'complete',
      warnings: [
        expect.stringMatching(/^settings, row 2, column default_language: .*"Klingon".*English, Français/),
      ],
    });
    const url = `/api/v2/assets/${messages.created![0]!.uid}/`;
    const { content } = (await app.as('owner').get(url).expect(200)).body as { content: object };
    await app.as('owner').patch(url).send({ content }).expect(200);
    await app.as('owner').post(`${url}deployment/`).send({ active: true }).expect(201);
  });

  it('keeps order and names through a download', async () => {
    const file = workbook({
      survey: [
        ['type', 'name', 'label'],
        ['email', 'email', ''],
        ['note', '', 'Read this'],
        [],
        ['note', '', 'Read this'],
        ['start-geopoint', 'warmup', ''],
        ['text', 'a', 'A'],
      ],
    });
    const namesOf = async (uid: string) => {
      const { content } = await assetOf(app, uid);
      return (content as { survey: { name?: string }[] }).survey.map(({ name }) => name);
    };
    const first = (await importFile(app, file, { library: 'false' })).messages.created![0]!.uid;
    const names = ['email', 'generated_note_name_3', 'generated_note_name_5', 'warmup', 'a'];
    expect(await namesOf(first)).toEqual(names);
    const { body } = await app
      .as('owner')
      .get(`/api/v2/assets/${first}.xls`)
      .responseType('blob')
      .expect(200);
    const again = await importFile(app, body as Buffer, { library: 'false' });
    expect(await namesOf(again.messages.created![0]!.uid)).toEqual(names);
  });
});
