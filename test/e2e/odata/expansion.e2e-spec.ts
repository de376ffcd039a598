import type { TestApp } from '../../support/app';
import { ODataFixture, type Row } from './odata-fixture';

describe('related rows and metadata levels of OData', () => {
  let odata: ODataFixture;
  let app: TestApp;
  let karatu: number;
  let mbulu: number;

  beforeAll(async () => {
    odata = await ODataFixture.start();
    ({ app, karatu, mbulu } = odata);
  });
  afterAll(() => odata.app.stop());

  it('filters and sorts the rows of $expand, also inside another one', async () => {
    const makers = async (inside: string): Promise<unknown> => {
      const expand = `visit($select=minutes;$orderby=_index desc;$expand=pump(${inside}))`;
      const rows = await odata.rows('Submissions', { $select: '_id', $expand: expand });
      return rows.map(({ visit }) =>
        (visit as { _index: number; pump: Row[] }[]).map(({ _index, pump }) => [
          _index,
          pump.map(({ maker }) => maker),
        ]),
      );
    };
    expect(await makers('$orderby=maker desc')).toEqual([
      [
        [2, ['Volanta']],
        [1, ['Nira', 'Afridev']],
      ],
      [[1, []]],
    ]);
    expect(await makers("$filter=contains(maker,'a') and maker ne ';)';$orderby=maker desc;$top=1")).toEqual([
      [
        [2, ['Volanta']],
        [1, ['Nira']],
      ],
      [[1, []]],
    ]);
    const counted = await odata.rows('Submissions', {
      $select: '_id',
      $expand: "visit($filter=minutes gt 5 or _submission/village eq 'Karatu';$count=true;$top=0)",
    });
    expect(counted).toEqual([
      { _id: karatu, 'visit@odata.count': 2, visit: [] },
      { _id: mbulu, 'visit@odata.count': 1, visit: [] },
    ]);
    // Another caller gets only permitted rows.
    const { body } = await odata
      .request('Submissions', { $expand: 'visit($filter=minutes gt 0)' }, app.as('partial'))
      .expect(200);
    expect(body.value).toMatchObject([{ _id: mbulu, visit: [{ minutes: 7 }] }]);
    await odata.refusal(400, 'Submissions', { $expand: 'visit($filter=nothing eq 1)' });
    await odata.refusal(400, 'visit', { $expand: '_submission($orderby=village)' });
  });

  it('leads from each row to its parent by the key in the constraint of the navigation', async () => {
    const { text } = await odata.request('$metadata').expect(200);
    const types = [...text.matchAll(/<EntityType Name="(\w+)">(.*?)<\/EntityType>/gs)];
    let found = 0;
    for (const [, set, type] of types) {
      const rows = await odata.rows(set!, { $expand: '*' });
      for (const [, name, target, inside] of type!.matchAll(
        /<NavigationProperty Name="(\w+)" Type="Feed\.(\w+)"[^>]*>(.*?)<\/NavigationProperty>/gs,
      )) {
        const pairs = [...inside!.matchAll(/Property="(\w+)" ReferencedProperty="(\w+)"/g)];
        const all = await odata.rows(target!);
        for (const row of rows) {
          const matching = all.filter((each) => pairs.every(([, own, key]) => each[key!] === row[own!]));
          expect(matching).toHaveLength(1);
          expect(row[name!]).toMatchObject(matching[0]!);
          found += 1;
        }
      }
    }
    // Three visits lead to their submission, three pumps to their visit and submission.
    expect(found).toBe(9);
  });

  it('finds rows of a repeat in a repeat by the key of their row, also below the submission', async () => {
    for (const row of [
      `visit(_submission_id=${karatu},_index=1)`,
      `Submissions(${karatu})/visit(_submission_id=${karatu},_index=1)`,
      `Submissions(${karatu})/visit(_index=1)`,
      `Submissions(${karatu})/visit(1)`,
    ]) {
      expect([row, (await odata.request(row).expect(200)).body]).toMatchObject([row, { minutes: 5 }]);
      expect([row, await odata.column(`${row}/pump`, 'maker')]).toEqual([row, ['Afridev', 'Nira']]);
    }
    const options = { $filter: `_submission_id eq ${karatu} and _parent_index eq 2` };
    expect((await odata.rows('pump', options)).map(({ maker }) => maker)).toEqual(['Volanta']);
    await odata.refusal(404, `Submissions(${karatu})/visit(9)`);
    await odata.refusal(404, `Submissions(${mbulu})/visit(_submission_id=${karatu},_index=1)/pump`);
    await odata.refusal(404, `Submissions(${karatu})/visit(1)/nothing`);
    await odata.refusal(400, `Submissions(${karatu})/visit(minutes=5)/pump`);
    // The filter of a caller holds there too.
    await odata.request(`Submissions(${karatu})/visit(1)`, {}, app.as('partial')).expect(404);
    await odata.request(`Submissions(${karatu})/visit(1)/pump`, {}, app.as('partial')).expect(404);
  });

  it('has no, minimal or full metadata', async () => {
    const accept = (level: string) => `application/json;odata.metadata=${level}`;
    const root = `${app.origin}${odata.path('')}`;
    const options = { $select: 'minutes', $top: '1', $count: 'true' };
    const none = await odata.request('visit', options).set('Accept', accept('none')).expect(200);
    expect(none.headers['content-type']).toBe(accept('none'));
    const [first] = none.body.value as [Row];
    expect(none.body).toEqual({
      '@odata.count': 3,
      value: [{ _submission_id: karatu, _index: 1, minutes: 5 }],
    });
    const none2 = await odata.request(`Submissions(${karatu})`, { $format: accept('none'), $select: '_id' });
    expect(none2.body).toEqual({ _id: karatu });
    const document = await odata.request('', { $format: accept('none') }).expect(200);
    expect(Object.keys(document.body as object)).toEqual(['value']);

    const full = await odata
      .request('visit', { ...options, $expand: '_submission($select=dug)' })
      .set('Accept', accept('full'));
    expect(full.headers['content-type']).toBe(accept('full'));
    const id = `${root}visit(_submission_id=${karatu},_index=1)`;
    expect(full.body.value).toEqual([
      {
        ...first,
        '@odata.type': '#Feed.visit',
        '@odata.id': id,
        '_submission_id@odata.type': '#Int64',
        '_index@odata.type': '#Int64',
        'minutes@odata.type': '#Int64',
        'pump@odata.navigationLink': `${id}/pump`,
        '_submission@odata.navigationLink': `${id}/_submission`,
        _submission: {
          '@odata.type': '#Feed.Submissions',
          '@odata.id': `${root}Submissions(${karatu})`,
          '_id@odata.type': '#Int64',
          _id: karatu,
          'dug@odata.type': '#Date',
          dug: '2024-02-29',
          'visit@odata.navigationLink': `${root}Submissions(${karatu})/visit`,
        },
      },
    ]);
    const { pathname } = new URL(id);
    await app.as('owner').get(`${pathname}/pump`).expect(200);
  });
});
