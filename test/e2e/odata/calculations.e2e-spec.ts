import { ODataFixture } from './odata-fixture';

describe('calculations in $filter', () => {
  let odata: ODataFixture;

  beforeAll(async () => {
    odata = await ODataFixture.start();
  });
  afterAll(() => odata.app.stop());

  it.each<[string, object, unknown[]]>([
    ['Submissions', { $filter: 'depth mul 2 add 1 eq 4' }, ['Karatu']],
    ['Submissions', { $filter: 'people sub 3 eq 9007199254740990' }, ['Karatu']],
    ['Submissions', { $filter: '7 div 2 eq 3 and 7 mod 2 eq 1 and 7.0 div 2 eq 3.5' }, ['Karatu', 'Mbulu']],
    ['Submissions', { $filter: 'people div 0 eq null' }, ['Karatu', 'Mbulu']],
    [
      'Submissions',
      { $filter: 'round(depth) eq 2 and floor(depth) eq 1 and ceiling(depth) eq 2' },
      ['Karatu'],
    ],
    ['Submissions', { $filter: 'seen lt now() and _submission_time lt now()' }, ['Karatu']],
    ['Submissions', { $filter: 'seen gt mindatetime() and seen lt maxdatetime()' }, ['Karatu']],
    ['Submissions', { $filter: 'year(now()) ge 2024 and date(seen) lt date(now())' }, ['Karatu']],
    ['Submissions', { $filter: 'time(seen) eq 12:00:00.123456 and time(seen) gt 11:59' }, ['Karatu']],
    ['Submissions', { $filter: 'fractionalseconds(seen) gt 0.12345' }, ['Karatu']],
    ['Submissions', { $filter: "concat(concat(village,'-'),uses) eq 'Karatu-drink wash'" }, ['Karatu']],
    [
      'Submissions',
      { $filter: "substring(village,1,2) eq 'ar' or substring(village,3) eq 'lu'" },
      ['Karatu', 'Mbulu'],
    ],
    ['Submissions', { $filter: "indexof(village,'ra') eq 2 and indexof(village,'x') eq -1" }, ['Karatu']],
    ['Submissions', { $filter: "contains('Karatu and others',village)" }, ['Karatu']],
    ['Submissions', { $filter: "length(trim(concat(' ',village))) eq 5" }, ['Mbulu']],
    [
      'Submissions',
      { $filter: "tolower(village) lt 'm' and toupper(concat(village,'x')) eq 'KARATUX'" },
      ['Karatu'],
    ],
    ['Submissions', { $filter: 'depth lt people' }, ['Karatu']],
    // Null equals null.
    ['Submissions', { $filter: 'depth eq people' }, ['Mbulu']],
    ['visit', { $filter: "_submission/village eq 'Karatu' and minutes add _index eq 6" }, [undefined]],
  ])('%s with %j returns %j', async (set, options, expected) => {
    expect(await odata.column(set, 'village', options)).toEqual(expected);
  });

  it('reads the fraction of a second of a column as it is shown', async () => {
    const [row] = await odata.rows('Submissions', { $top: '1' });
    const modified = new Date(row!['_date_modified'] as string);
    const fraction = modified.getUTCMilliseconds() / 1000;
    const time = modified.toISOString().slice(11, -1);
    const $filter = `_id eq ${row!['_id'] as number} and fractionalseconds(_date_modified) eq ${fraction} and time(_date_modified) eq ${time}`;
    expect(await odata.rows('Submissions', { $filter })).toHaveLength(1);
  });

  it('calculates with large numbers, and takes no SQL from a text', async () => {
    for (const factor of ['1e308', '1e-308', 'people', 'depth']) {
      const product = Array.from({ length: 190 }, () => factor).join(' mul ');
      await odata.request('Submissions', { $filter: `${product} div 3 gt 1` }).expect(200);
      await odata.refusal(400, 'Submissions', { $filter: `${product} mul ${product} gt 1` });
    }
    const hostile = `village eq concat('Karatu',''') OR true --')`;
    expect(await odata.column('Submissions', 'village', { $filter: hostile })).toEqual([]);
    const extreme = `substring(village,-5,99999999999) eq 'Karatu' and substring(village,9007199254740993) eq ''`;
    expect(await odata.column('Submissions', 'village', { $filter: extreme })).toEqual(['Karatu']);
  });
});
