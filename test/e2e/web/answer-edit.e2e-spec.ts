import { grant, grantPartially } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { Browser, formsOf } from '../../support/browser';
import { WellsTable } from './wells-table';

let app: TestApp;
let wells: WellsTable;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'granted', 'partial', 'viewer', 'stranger', 'mover']) await app.addUser(name);
});
afterAll(() => app.stop());
beforeEach(async () => {
  wells = await WellsTable.make(app);
  await grantPartially(app, wells.uid, 'partial', {
    view_submissions: [{}],
    change_submissions: [{ _submitted_by: 'granted' }],
  });
  await grant(app, wells.uid, 'viewer', ['view_submissions']);
});

const signedIn = (username: string) => Browser.signedIn(app, username);

const table = (below = ''): string => wells.path(below);

function hiddenFields(text: string, action: string): Readonly<Record<string, string>> {
  return formsOf(text).find((form) => form.action === action)!.hidden;
}

describe('the form of an answer', () => {
  it.each([
    ['name', 'Ben <b>\nof the north', 'Ben <b>\nof the north'],
    ['age', '34', '34'],
    ['age', '', undefined],
    ['rain', '2.50', '2.50'],
    ['day', '2026-03-01', '2026-03-01'],
    ['source', 'well', 'well'],
    ['all', ['well', 'tap'], 'tap well'],
    ['all', [], undefined],
  ])('stores %s: %j', async (question, answer, stored) => {
    const owner = await signedIn('owner');
    const { headers } = await owner.submit(
      wells.answerPath(wells.ids[0]!, question),
      { answer, back: table(`${wells.ids[0]}/`) },
      table(`${wells.ids[0]}/answer/`),
    );
    expect(headers['location']).toBe(table(`${wells.ids[0]}/?done=answers&changed=1`));
    expect(String((await wells.answersOf(wells.ids[0]!))[question])).toBe(String(stored));
    expect((await owner.get(headers['location']!)).text).toContain('The answer of 1 submission was set.');
    const { body } = await app.as('owner').get(`/api/v2/assets/${wells.uid}/data/${wells.ids[0]}/`);
    expect((body as { twice?: string }).twice).toBeUndefined();
  });

  it.each([
    ['age', 'ten', 'Enter a whole number.'],
    ['age', '1.5', 'Enter a whole number.'],
    ['rain', '1e400', 'Enter a number'],
    ['day', '2026-02-30', 'Enter a date'],
    ['source', 'lake', 'Choose from the list.'],
    ['all', 'lake', 'Choose from the list.'],
    ['name', '\u0000', 'The text'],
  ])('refuses %s: %j at the field, and keeps it', async (question, answer, message) => {
    const owner = await signedIn('owner');
    const before = await wells.answersOf(wells.ids[0]!);
    const { status, text } = await owner.submit(
      wells.answerPath(wells.ids[0]!, question),
      { answer },
      table(`${wells.ids[0]}/answer/`),
    );
    expect([status, text.includes(message)]).toEqual([400, true]);
    expect(await wells.answersOf(wells.ids[0]!)).toEqual(before);
  });

  it('refuses to replace a newer answer unseen, and saves it then', async () => {
    const owner = await signedIn('owner');
    const action = table(`${wells.ids[0]}/answer/`);
    const { text: drawn } = await owner.get(wells.answerPath(wells.ids[0]!, 'age'));
    await (
      await signedIn('granted')
    ).submit(wells.answerPath(wells.ids[0]!, 'name'), { answer: 'Other' }, action);
    await (
      await signedIn('granted')
    ).submit(wells.answerPath(wells.ids[0]!, 'age'), { answer: '55' }, action);
    const stale = await owner.post(action, { ...hiddenFields(drawn, action), answer: '34' }).expect(409);
    expect(stale.text).toMatch(/granted changed this answer at \d\d:\d\d UTC[\s\S]*Stored now:[\s\S]*55/);
    expect(stale.text).toContain('value="34"');
    expect((await wells.answersOf(wells.ids[0]!))['age']).toBe('55');
    await owner.post(action, { ...hiddenFields(stale.text, action), answer: '34' }).expect(303);
    expect(await wells.answersOf(wells.ids[0]!)).toMatchObject({ age: '34', name: 'Other' });
  });

  it('replaces lines, whose ends browsers send as CR LF', async () => {
    const owner = await signedIn('owner');
    const action = table(`${wells.ids[0]}/answer/`);
    for (const answer of ['one\ntwo', 'one\ntwo\nthree']) {
      const { text } = await owner.get(wells.answerPath(wells.ids[0]!, 'name'));
      const fields = { ...hiddenFields(text, action), answer };
      const sent = Object.entries(fields).map(([name, value]) => [name, value.replaceAll('\n', '\r\n')]);
      await owner.post(action, Object.fromEntries(sent) as Record<string, string>).expect(303);
      expect((await wells.answersOf(wells.ids[0]!))['name']).toBe(answer);
    }
  });

  it('is of questions with one field only', async () => {
    const owner = await signedIn('owner');
    for (const question of ['place', 'twice', 'unknown', '_id', '__proto__'])
      await owner.get(wells.answerPath(wells.ids[0]!, question)).expect(404);
    await owner.get(table(`999999/answer/?question=age`)).expect(404);
  });

  it('is open to who may change the submission', async () => {
    await (await signedIn('granted')).get(wells.answerPath(wells.ids[0]!, 'age')).expect(200);
    const partial = await signedIn('partial');
    await partial.get(wells.answerPath(wells.ids[0]!, 'age')).expect(200);
    await partial.get(wells.answerPath(wells.ids[2]!, 'age')).expect(403);
    await (await signedIn('viewer')).get(wells.answerPath(wells.ids[0]!, 'age')).expect(403);
    await (await signedIn('stranger')).get(wells.answerPath(wells.ids[0]!, 'age')).expect(404);
    await new Browser(app).get(wells.answerPath(wells.ids[0]!, 'age')).expect(302);
    const token = await partial.csrfToken();
    const sent = { csrfmiddlewaretoken: token, question: 'age', before: '9', answer: '1' };
    await partial.post(table(`${wells.ids[2]}/answer/`), sent).expect(403);
    await partial.post(table(`${wells.ids[0]}/answer/`), { ...sent, csrfmiddlewaretoken: '' }).expect(403);
    const viewer = await signedIn('viewer');
    const { text, headers } = await viewer.get(table());
    expect(text).not.toContain('data-question');
    expect(headers['content-security-policy']).not.toContain('connect-src');
    const policy = (await partial.get(table())).headers['content-security-policy'] as string;
    expect(policy).toContain("connect-src 'self';");
    expect(policy).not.toContain('unsafe');
    expect((await viewer.get(table(`${wells.ids[0]}/`))).text).not.toContain('/answer/');
    const csrfmiddlewaretoken = await viewer.csrfToken();
    for (const path of ['edit/', 'edit/confirmed/', `${wells.ids[0]}/answer/`])
      await viewer.post(table(path), { ...sent, csrfmiddlewaretoken }).expect(403);
  });
});

describe('an answer that moves its row out of the filter of a person', () => {
  it.each([
    ['view_submissions', [{ age: '9' }]],
    ['change_submissions', [{}]],
  ])('is saved, and the row is not sent, with the filter of %s', async (_, view) => {
    const rows = { view_submissions: view, change_submissions: [{ age: '9' }] };
    await grantPartially(app, wells.uid, 'mover', rows);
    const mover = await signedIn('mover');
    const [id] = wells.ids;
    const action = table(`${id}/answer/`);
    const sent = {
      ...hiddenFields((await mover.get(wells.answerPath(id!, 'age'))).text, action),
      answer: '10',
    };
    const { text } = await mover.post(action, { ...sent, view: '' }).expect(200);
    expect(text).toBe('');
    expect((await wells.answersOf(id!))['age']).toBe('10');
  });
});

describe('the answers of many submissions', () => {
  async function ask(
    browser: Browser,
    question: string,
    fields: Readonly<Record<string, string | string[]>>,
  ): Promise<string> {
    const { text: page } = await browser.get(table());
    const first = await browser.post(table('edit/'), {
      ...hiddenFields(page, table('status/')),
      ...fields,
    });
    expect(first.text).toContain(`Edit ${fields['target'] === 'all' ? 3 : 2} submissions`);
    const chosen = { ...hiddenFields(first.text, table('edit/')), question };
    return (await browser.post(table('edit/'), chosen).expect(200)).text;
  }

  it('are set after a question with their number', async () => {
    const owner = await signedIn('owner');
    const selected = { target: 'ids', ids: wells.ids.slice(1).map(String) };
    const asked = await ask(owner, 'source', selected);
    expect(asked).toContain('Set the answer of 2 submissions');
    expect(asked).toContain('&lt;img src=x');
    expect(asked).not.toContain('<img src=x');
    const fields = hiddenFields(asked, table('edit/confirmed/'));
    await owner.post(table('edit/confirmed/'), { ...fields, answer: 'lake' }).expect(400);
    const { headers } = await owner.post(table('edit/confirmed/'), { ...fields, answer: 'well' }).expect(303);
    expect((await owner.get(headers['location']!)).text).toContain('The answer of 2 submissions was set.');
    const stored = await Promise.all(wells.ids.map((id) => wells.answersOf(id)));
    expect(stored.map(({ source }) => source)).toEqual(['tap', 'well', 'well']);
  });

  it('are set in those of the question, not in later ones, and refusals are listed', async () => {
    const owner = await signedIn('owner');
    const asked = await ask(owner, 'age', { target: 'all' });
    await submit(app, wells.uid, { answers: '<age>1</age>' });
    const fields = hiddenFields(asked, table('edit/confirmed/'));
    await owner.post(table('edit/confirmed/'), { ...fields, answer: '70' }).expect(303);
    const { body } = await app.as('owner').get(`/api/v2/assets/${wells.uid}/data/`);
    expect((body as { results: { age: string }[] }).results.map(({ age }) => age)).toEqual([
      '70',
      '70',
      '70',
      '1',
    ]);
    await app
      .as('owner')
      .patch(`/api/v2/assets/${wells.uid}/deployment/`)
      .send({ active: false })
      .expect(200);
    const refused = await owner.post(table('edit/confirmed/'), { ...fields, answer: '71' }).expect(200);
    expect(refused.text).toMatch(
      /3 submissions could not be changed[\s\S]*None was changed[\s\S]*Form is not active/,
    );
  });

  it('are set and cleared where older versions of the form had the question', async () => {
    const owner = await signedIn('owner');
    const path = `/api/v2/assets/${wells.uid}/`;
    const content = {
      survey: [
        { type: 'begin_group', name: 'person', label: 'Person' },
        { type: 'integer', name: 'age', label: 'Age' },
        { type: 'end_group' },
      ],
    };
    await app.as('owner').patch(path).send({ content }).expect(200);
    await app.as('owner').patch(`${path}deployment/`).send({}).expect(200);
    const asked = await ask(owner, 'person/age', { target: 'all' });
    const fields = hiddenFields(asked, table('edit/confirmed/'));
    const agesOf = async (): Promise<unknown[]> => {
      const { body } = await app.as('owner').get(`${path}data/`).expect(200);
      const rows = (body as { results: Record<string, unknown>[] }).results;
      return rows.map((row) => [row['age'], row['person/age']]);
    };
    await owner.post(table('edit/confirmed/'), { ...fields, answer: '70' }).expect(303);
    expect(await agesOf()).toEqual(wells.ids.map(() => ['70', undefined]));
    await owner.post(table('edit/confirmed/'), { ...fields, answer: '' }).expect(303);
    expect(await agesOf()).toEqual(wells.ids.map(() => [undefined, undefined]));
  });

  it('stay outside a partial permission', async () => {
    const partial = await signedIn('partial');
    const csrfmiddlewaretoken = await partial.csrfToken();
    const payload = JSON.stringify({ submission_ids: [wells.ids[2]] });
    const sent = { csrfmiddlewaretoken, payload, question: 'age', answer: '1' };
    await partial.post(table('edit/confirmed/'), sent).expect(403);
    expect((await wells.answersOf(wells.ids[2]!))['age']).toBe('9');
  });
});
