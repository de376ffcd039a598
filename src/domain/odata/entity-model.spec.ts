import { odataForm } from '../../../test/fixtures/odata-form';
import { csdl } from './csdl';
import { buildEntityModel, findSet, Identifiers } from './entity-model';
import { SubmissionRows } from './submission-rows';

describe('Identifiers', () => {
  it('keeps valid names and resolves collisions', () => {
    const names = new Identifiers(['_id']).claim(['q.dot', 'q-dot', 'q_dot', '_id', '1st', 'été', 'a b']);
    expect(names.slice(2, 3)).toEqual(['q_dot']);
    expect(names[5]).toBe('été');
    expect(new Set(names).size).toBe(names.length);
    expect(names.every((name) => /^[\p{L}_][\p{L}\p{Nd}_]*$/u.test(name))).toBe(true);
  });

  it('generates stable, short names', () => {
    const [alone] = new Identifiers().claim(['q.dot']);
    expect(new Identifiers().claim(['q_dot', 'x', 'q.dot'])[2]).toBe(alone);
    const [long, other] = new Identifiers().claim(['a'.repeat(200), `${'a'.repeat(200)}b`]);
    expect([long!.length, other!.length]).toEqual([60, 60]);
    expect(long).not.toBe(other);
  });
});

describe('buildEntityModel', () => {
  const NESTED = [
    'begin_repeat visit',
    'integer minutes',
    'begin_repeat pump',
    'text maker',
    'end_repeat',
    'end_repeat',
  ];

  it('has a property per question, and per part of a geo point', () => {
    const [top] = buildEntityModel([
      odataForm('v1', 'integer age', 'geopoint place', 'text place_latitude', 'select_multiple uses'),
    ]).sets;
    const own = top!.properties.filter(({ name }) => !name.startsWith('_'));
    expect(own.map(({ name, field }) => [name.replace(/_[0-9a-f]{6}$/, '…'), field.type])).toEqual([
      ['age', 'Edm.Int64'],
      ['place', 'Edm.String'],
      ['place_latitude…', 'Edm.Double'],
      ['place_longitude', 'Edm.Double'],
      ['place_altitude', 'Edm.Double'],
      ['place_precision', 'Edm.Double'],
      ['place_latitude', 'Edm.String'],
      ['uses', 'Edm.String'],
    ]);
  });

  it('links each set to the enclosing and nested sets', () => {
    const model = buildEntityModel([odataForm('v1', 'text visit', ...NESTED)]);
    expect(
      model.sets.map(({ name, navigations }) => [
        name,
        ...navigations.map((each) => `${each.name}>${each.target}`),
      ]),
    ).toEqual([
      ['Submissions', expect.stringMatching(/^visit_[0-9a-f]{6}>visit$/)],
      ['visit', '_submission>Submissions', 'pump>pump'],
      ['pump', '_parent>visit', '_submission>Submissions'],
    ]);
  });

  it('reads a question at its path in each version', () => {
    const [top] = buildEntityModel([
      odataForm('v1', 'text a'),
      odataForm('v2', 'begin_group g', 'text a', 'end_group'),
    ]).sets;
    expect(top!.properties.at(-1)).toMatchObject({ name: 'a', field: { paths: ['g/a', 'a'] } });
  });

  it.each([
    ['text', 'integer', 'Edm.String'],
    ['integer', 'text', 'Edm.String'],
    ['date', 'datetime', 'Edm.String'],
    ['integer', 'decimal', 'Edm.Double'],
    ['range', 'integer', 'Edm.Double'],
    ['integer', 'integer', 'Edm.Int64'],
  ])('reads a question that was %s and is %s as %s', (before, after, type) => {
    const of = (uid: string, rowType: string) => odataForm(uid, `${rowType} code`);
    const [top] = buildEntityModel([of('v1', before), of('v2', after)]).sets;
    expect(top!.properties.find(({ name }) => name === 'code')?.field.type).toBe(type);
  });

  it('serializes keys, types and constraints as CSDL', () => {
    const text = csdl(buildEntityModel([odataForm('v1', 'dateTime seen', ...NESTED)]));
    expect(text).toContain('<Property Name="_id" Type="Edm.Int64" Nullable="false"/>');
    expect(text).toContain(
      '<Property Name="seen" Type="Edm.DateTimeOffset" Precision="6">' +
        '<Annotation Term="Org.OData.Core.V1.Description" String="A time that was answered without a zone ',
    );
    expect(text).toContain('<Property Name="_submission_time" Type="Edm.DateTimeOffset" Precision="6"/>');
    expect(text).toContain(
      '<NavigationProperty Name="visit" Type="Collection(Feed.visit)" Partner="_submission"/>',
    );
    expect(text).toContain(
      '<NavigationProperty Name="_parent" Type="Feed.visit" Nullable="false" Partner="pump">' +
        '<ReferentialConstraint Property="_submission_id" ReferencedProperty="_submission_id"/>' +
        '<ReferentialConstraint Property="_parent_index" ReferencedProperty="_index"/></NavigationProperty>',
    );
  });
});

describe('SubmissionRows', () => {
  const rowsOf = (name: string, submission: object, ...versions: ReturnType<typeof odataForm>[]) => {
    const model = buildEntityModel(versions);
    const set = findSet(model, name)!;
    const parent = set.parent === undefined ? undefined : findSet(model, set.parent);
    return new SubmissionRows({ ...submission }).get(set, parent);
  };
  const nested = odataForm('v2', 'begin_repeat r', 'begin_repeat s', 'text a', 'end_repeat', 'end_repeat');

  it('numbers rows in document order, with the parent index', () => {
    const submission = {
      r: [{ 'r/s': [{ 'r/s/a': '1' }, { 'r/s/a': '2' }] }, {}, { 'r/s': [{ 'r/s/a': '3' }] }],
    };
    expect(rowsOf('s', submission, nested).map(({ answers, ...row }) => [answers['r/s/a'], row])).toEqual([
      ['1', { index: 1, parentIndex: 1 }],
      ['2', { index: 2, parentIndex: 1 }],
      ['3', { index: 3, parentIndex: 3 }],
    ]);
  });

  it('has no parent index for versions without the enclosing repeat', () => {
    const before = odataForm('v1', 'begin_repeat s', 'text a', 'end_repeat');
    expect(rowsOf('s', { s: [{ 's/a': '1' }] }, before, nested)).toEqual([
      { answers: { 's/a': '1' }, index: 1, parentIndex: undefined },
    ]);
  });

  it('has no rows if the answer is not a repeat', () => {
    expect(rowsOf('r', { r: 'text' }, nested)).toEqual([]);
    expect(rowsOf('r', { r: ['text', null, [1], { b: '1' }] }, nested)).toHaveLength(1);
  });

  it('handles repeats that swapped their nesting', () => {
    const inside = odataForm('v1', 'begin_repeat s', 'begin_repeat r', 'text b', 'end_repeat', 'end_repeat');
    const submission = { s: [{ 's/r': [{ 's/r/b': '1' }] }], r: [{ 'r/s': [{ 'r/s/a': '1' }] }] };
    expect(rowsOf('r', submission, inside, nested).map(({ index }) => index)).toEqual([1, 2]);
    expect(rowsOf('s', submission, inside, nested).map(({ parentIndex }) => parentIndex)).toEqual([
      1,
      undefined,
    ]);
  });
});
