import { makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { Browser, formsOf } from '../../support/browser';

type Row = Readonly<Record<string, unknown>> & { readonly _id: number };

describe('answers that are edited after the form was changed', () => {
  let app: TestApp;
  let owner: Browser;
  let uid: string;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    owner = await Browser.signedIn(app, 'owner');
  });
  afterAll(() => app.stop());

  const path = (): string => `/api/v2/assets/${uid}/`;
  async function make(survey: readonly object[], choices: readonly object[] = []): Promise<void> {
    ({ uid } = await makeDeployedAsset(app, { content: { survey, choices } }));
  }
  async function redeploy(survey: readonly object[], choices: readonly object[] = []): Promise<void> {
    await app.as('owner').patch(path()).send({ content: { survey, choices } }).expect(200);
    await app.as('owner').patch(`${path()}deployment/`).send({}).expect(200);
  }
  /** Sends a submission of the version that is deployed. */
  async function send(answers: string): Promise<void> {
    const { body } = await app.as('owner').get(path()).expect(200);
    await submit(app, uid, { answers, version: (body as { version_id: string }).version_id });
  }
  async function rows(): Promise<Row[]> {
    const { body } = await app.as('owner').get(`${path()}data/?sort={"_id":1}`).expect(200);
    return (body as { results: Row[] }).results;
  }
  const answers = async (...names: string[]): Promise<unknown[]> =>
    (await rows()).map((row) => names.map((name) => row[name]));
  /** @returns text of the page after the change */
  async function setAll(question: string, answer: string): Promise<string> {
    const table = `/projects/${uid}/data/`;
    const csrfmiddlewaretoken = await owner.csrfToken();
    const asked = await owner.post(`${table}edit/`, { csrfmiddlewaretoken, question, target: 'all' });
    const { hidden } = formsOf(asked.text).find(({ action }) => action === `${table}edit/confirmed/`)!;
    return (await owner.post(`${table}edit/confirmed/`, { ...hidden, answer })).text;
  }
  const setOne = (id: number, question: string, answer: string | string[]) => {
    const form = `/projects/${uid}/data/${id}/answer/`;
    return owner.submit(`${form}?question=${encodeURIComponent(question)}`, { answer }, form);
  };

  const GROUP = [
    { type: 'begin_group', name: 'r', label: 'R' },
    { type: 'text', name: 'q', label: 'Q' },
    { type: 'end_group' },
  ];
  const REPEAT = GROUP.map((row) => ({ ...row, type: row.type.replace('group', 'repeat') }));

  it('stay as they are in copies of a repeat that was a group', async () => {
    await make(GROUP);
    await send('<r><q>one</q></r>');
    await redeploy(REPEAT);
    await send('<r><q>first</q></r><r><q>second</q></r>');
    await send('');
    const copies = [{ 'r/q': 'first' }, { 'r/q': 'second' }];
    for (const answer of ['new', '']) {
      const text = await setAll('r/q', answer);
      expect(text).toContain('2 submissions could not be changed');
      expect(text).toContain('the question is in a repeat');
      expect(await answers('r/q', 'r')).toEqual([
        [answer || undefined, undefined],
        [undefined, copies],
        [undefined, undefined],
      ]);
    }
    const [, repeated] = await rows();
    const { status, text } = await setOne(repeated!._id, 'r/q', 'new');
    expect([status, text.includes('the question is in a repeat')]).toEqual([400, true]);
    expect((await rows())[1]!['r']).toEqual(copies);
  });

  it('are set where the version of the submission has the question, also without an answer before', async () => {
    await make([
      { type: 'text', name: 'g', label: 'G' },
      { type: 'text', name: 'q', label: 'Q' },
    ]);
    await send('<g>text</g><q/>');
    await redeploy([
      { type: 'begin_group', name: 'g', label: 'G' },
      { type: 'text', name: 'q', label: 'Q' },
      { type: 'end_group' },
    ]);
    await send('<g><q/></g>');
    await setAll('g/q', 'new');
    expect(await answers('g', 'q', 'g/q')).toEqual([
      ['text', 'new', undefined],
      [undefined, undefined, 'new'],
    ]);
  });

  it('keep what the list or the type of the question no longer has, unless it is taken away', async () => {
    const choices = ['a', 'b'].map((name) => ({ list_name: 'l', name, label: name }));
    const several = { type: 'select_multiple l', name: 's', label: 'S' };
    const dated = { type: 'date', name: 'd', label: 'D' };
    await make([several, { ...dated, type: 'text' }], choices);
    await send('<s>a other</s><d>yesterday</d>');
    await redeploy([several, dated], choices);
    const [{ _id: id }] = (await rows()) as [Row];
    const drawn = async (question: string): Promise<string> =>
      (await owner.get(`/projects/${uid}/data/${id}/answer/?question=${question}`).expect(200)).text;
    expect(await drawn('s')).toMatch(/value="other"\s+checked/);
    expect(await drawn('d')).toMatch(/<input type="text" value="yesterday"/);
    await setOne(id, 's', ['a', 'b', 'other']);
    await setOne(id, 'd', 'yesterday');
    expect(await answers('s', 'd')).toEqual([['a b other', 'yesterday']]);
    await setOne(id, 's', ['b']);
    await setOne(id, 'd', '2026-03-01');
    expect(await answers('s', 'd')).toEqual([['b', '2026-03-01']]);
    expect(await drawn('d')).toContain('<input type="date" value="2026-03-01"');
  });

  it('of a literacy test are not offered: boxes would drop its parameters', async () => {
    const choices = ['a', 'b'].map((name) => ({ list_name: 'l', name, label: name }));
    await make([{ type: 'select_multiple l', name: 's', label: 'S', appearance: 'literacy' }], choices);
    await send('<s>a 60 2 null null null null null null null b</s>');
    const [{ _id: id }] = (await rows()) as [Row];
    const { text } = await owner.get(`/projects/${uid}/data/${id}/`).expect(200);
    expect(text).not.toContain('answer/?question=s');
    await owner.get(`/projects/${uid}/data/${id}/answer/?question=s`).expect(404);
  });
});
