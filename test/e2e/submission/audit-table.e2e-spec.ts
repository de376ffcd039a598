import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { grant, grantPartially, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, submission } from '../../factories/submission.factory';
import { ANONYMOUS, PASSWORD, startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';

const HEADER =
  '"_id","_uuid","event","node","start","end","latitude","longitude","accuracy","old-value","new-value","user","change-reason","other"';
const CONTENT = {
  survey: [
    { type: 'text', name: 'name', label: ['Name'] },
    { type: 'audit', name: 'audit' },
  ],
  translations: [null],
  translated: ['label'],
};

describe('GET audit.csv', () => {
  let app: TestApp;
  let uid: string;
  const uuids: string[] = [];

  const send = async (by: string, name: string, audit?: string, values: object = {}): Promise<void> => {
    const uuid = randomUUID();
    uuids.push(uuid);
    const meta = audit === undefined ? '' : '<audit>audit.csv</audit>';
    const xml = instanceXml(uid, { uuid, answers: `<name>${name}</name>`, ...values }).replace(
      '</meta>',
      `${meta}</meta>`,
    );
    const files = [
      { name: 'sound.csv', content: 'event\nno audit\n', type: 'text/csv' },
      ...(audit === undefined ? [] : [{ name: 'audit.csv', content: audit, type: 'text/csv' }]),
    ];
    await submission(app.as(by), xml, files).expect(201);
  };
  const read = (by: string | undefined, query = '?separator=,') =>
    app.as(by ?? ANONYMOUS).get(`/api/v2/assets/${uid}/audit.csv${query}`);
  const rowsOf = async (by: string | undefined, query?: string): Promise<string[]> => {
    const { text, headers } = await read(by, query).expect(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toBe(`attachment; filename=${uid}-audit.csv`);
    const [header, ...rows] = text.trim().split('\r\n');
    expect(header).toBe(HEADER);
    return rows;
  };
  const rowOf = (index: number, cells: string): string => `"${index + 1}","${uuids[index]!}",${cells}`;

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'granted', 'partial', 'submitter', 'stranger']) await app.addUser(name);
    ({ uid } = await makeDeployedAsset(app, { content: CONTENT }));
    await grant(app, uid, 'granted', ['view_submissions', 'add_submissions']);
    await grant(app, uid, 'submitter', ['add_submissions']);
    await grantPartially(app, uid, 'partial', { view_submissions: [{ _submitted_by: 'granted' }] });
    await send('owner', 'Asha', 'event,node,start,end\nform start,,1,\nquestion,/data/name,2,3\n');
    await send('granted', 'Ben', 'event,node,start,end,user\nquestion,=1+1,4,5,ben\n');
    await send('owner', 'Cleo');
  });
  afterAll(() => app.stop());

  const asha = () => [
    rowOf(0, '"form start","","1","","","","","","","","",""'),
    rowOf(0, '"question","/data/name","2","3","","","","","","","",""'),
  ];
  const ben = (node = "'=1+1") => rowOf(1, `"question","${node}","4","5","","","","","","ben","",""`);

  it.each(['owner', 'granted'])('has the rows of all submissions for %s', async (by) => {
    expect(await rowsOf(by)).toEqual([...asha(), ben()]);
  });

  it('has the rows of the submissions that a partial user may view', async () => {
    expect(await rowsOf('partial')).toEqual([ben()]);
  });

  it('returns 404 to a stranger, a submitter and anonymous', async () => {
    for (const by of ['stranger', 'submitter', undefined]) await read(by).expect(404);
  });

  it('is filtered by a query', async () => {
    const query = (filter: object) => `?separator=,&query=${JSON.stringify(filter)}`;
    expect(await rowsOf('owner', query({ name: 'Asha' }))).toEqual(asha());
    expect(await rowsOf('partial', query({ name: 'Asha' }))).toEqual([]);
    await read('owner', '?query={').expect(400);
  });

  it('has the dialect of the request', async () => {
    const { text } = await read('owner', '?bom=true').expect(200);
    expect(text).toMatch(/^\ufeff"_id";"_uuid";"event"/);
    expect(await rowsOf('owner', '?separator=,&escape_formulas=false')).toContain(ben('=1+1'));
    await read('owner', '?separator=x').expect(400);
  });

  it('keeps the rows of an edit without a log, under its uuid', async () => {
    const [first] = uuids;
    await send('owner', 'Asha', undefined, { deprecates: first });
    uuids[0] = uuids.pop()!;
    expect(await rowsOf('owner')).toEqual([...asha(), ben()]);
  });

  it('has all rows for anonymous if everyone may view the submissions', async () => {
    await grant(app, uid, 'anonymous', ['view_submissions']);
    expect(await rowsOf(undefined)).toEqual([...asha(), ben()]);
  });

  it('answers HEAD without a body, and 400 for a form that was never deployed', async () => {
    await app.as('owner').head(`/api/v2/assets/${uid}/audit.csv`).expect(200);
    const draft = await makeAsset(app);
    await app.as('owner').get(`/api/v2/assets/${draft.uid}/audit.csv`).expect(400);
  });

  it('is linked on the downloads page of a form with an audit', async () => {
    const browser = new Browser(app);
    await browser.signIn('owner', PASSWORD);
    const plain = await makeDeployedAsset(app);
    const path = (asset: string) => `/api/v2/assets/${asset}/audit.csv?bom=true`;
    expect((await browser.get(`/projects/${uid}/downloads/`)).text).toContain(`href="${path(uid)}"`);
    expect((await browser.get(`/projects/${plain.uid}/downloads/`)).text).not.toContain('audit.csv');
  });

  it('is the header for a form without an audit', async () => {
    const { uid: plain } = await makeDeployedAsset(app);
    const xml = instanceXml(plain);
    await submission(app.as('owner'), xml, [{ name: 'audit.csv', content: 'event\njump\n' }]).expect(201);
    const { text } = await app.as('owner').get(`/api/v2/assets/${plain}/audit.csv?separator=,`).expect(200);
    expect(text).toBe(`${HEADER}\r\n`);
  });

  it('is an error when bytes are missing, so that no part is taken for the whole', async () => {
    rmSync(join(app.dataDir, 'media'), { recursive: true });
    const { headers, body } = await read('owner').expect(404).expect('Content-Type', /json/);
    expect(body).toEqual({ detail: 'The file no longer exists.' });
    expect(headers).not.toHaveProperty('content-disposition');
  });
});
