import { compareVisible, DifferenceSum, visibleSubmission, VisibleSum } from './visible-submission';

const ROW = {
  _id: 5,
  _uuid: 'u',
  'formhub/uuid': 'f',
  'meta/instanceID': 'uuid:u',
  __version__: 'v1',
  name: 'Asha',
  'g/age': '34',
  kids: [{ 'kids/name': 'A' }, { 'kids/name': 'B', 'kids/toys': [{ 'kids/toys/toy': 'ball' }] }],
  _geolocation: [1.5, 2],
  _attachments: [{ uid: 'att' }],
  _tags: [],
  _notes: [],
  _supplementalDetails: {},
};
const visible = visibleSubmission(ROW);
const differences = (changed: object, exact = true) =>
  compareVisible(visible, visibleSubmission({ ...ROW, ...changed }), { exact });

describe('visibleSubmission', () => {
  it('counts rows of repeats and answers, and leaves out what servers add', () => {
    expect(Object.fromEntries(visible.rows)).toEqual({ kids: 2, 'kids/toys': 1 });
    expect(Object.fromEntries(visible.answers)).toEqual({
      __version__: ['v1'],
      name: ['Asha'],
      'g/age': ['34'],
      'kids/name': ['A', 'B'],
      'kids/toys/toy': ['ball'],
    });
    expect(visible.place).toBe('1.5 2');
  });

  it('compares equal rows as equal, whatever servers add', () => {
    expect(differences({ _id: 7, _uuid: 'other', 'meta/rootUuid': 'r', _date_modified: 'now' })).toEqual([]);
  });

  it.each([
    [
      'a repeat as an object',
      { kids: { 'kids/name': 'A' } },
      [
        'rows of the repeat kids',
        'rows of the repeat kids/toys',
        'answers to kids/name',
        'answers to kids/toys/toy',
      ],
    ],
    [
      'a repeat that is flat',
      { kids: undefined, 'kids/name': 'A' },
      expect.arrayContaining(['rows of the repeat kids']),
    ],
    ['a copy less', { kids: ROW.kids.slice(1) }, ['rows of the repeat kids', 'answers to kids/name']],
    ['a place less', { _geolocation: [null, null] }, ['places']],
    ['another place', { _geolocation: [1.5, 2.5] }, ['places']],
    ['an answer less', { name: undefined }, ['answers to name']],
    ['another answer', { name: 'Ben' }, ['answers to name']],
    [
      'an answer under another path',
      { name: undefined, 'g/name': 'Asha' },
      ['answers to name', 'answers to g/name'],
    ],
  ])('names %s', (_case, changed, expected) => {
    const cleaned = JSON.parse(JSON.stringify(changed)) as object;
    const removed = Object.fromEntries(Object.keys(changed).map((key) => [key, null]));
    expect(differences({ ...removed, ...cleaned }).map(({ what }) => what)).toEqual(expected);
  });

  it('compares numbers of answers only, if servers write values differently', () => {
    expect(differences({ name: 'Ben', 'g/age': 34 }, false)).toEqual([]);
    expect(differences({ name: null }, false)).toEqual([{ what: 'answers to name', source: 1, here: 0 }]);
  });
});

it('names each kind of difference once, with the first submissions', () => {
  const sum = new DifferenceSum();
  for (const id of [5, 6, 7, 8]) sum.add(id, [{ what: 'rows of the repeat kids', source: 2, here: 1 }]);
  sum.add('uuid:a', [{ what: 'answers to name', source: 1, here: 1 }]);
  expect(sum.sentences()).toEqual([
    'rows of the repeat kids: 8 at the source, 4 here, in submissions 5, 6, 7 and 1 more',
    'answers to name: others here, in submission uuid:a',
  ]);
});

it('adds up what people see of all submissions', () => {
  const sum = new VisibleSum();
  sum.add(visible);
  sum.add(visibleSubmission({ name: 'Ben', kids: [{ 'kids/name': 'C' }] }));
  expect(sum.totals()).toEqual({ answers: 8, places: 1, rows: { kids: 3, 'kids/toys': 1 } });
});
