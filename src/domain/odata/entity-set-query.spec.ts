import { odataForm } from '../../../test/fixtures/odata-form';
import { InvalidError, NotFoundError, UnsupportedError } from '../errors';
import { buildEntityModel, findSet } from './entity-model';
import { readEntitySetQuery } from './entity-set-query';
import { readResourcePath } from './resource-path';
import { readSkipToken, writeSkipToken } from './query-options';

const MODEL = buildEntityModel([
  odataForm('v1', 'integer age', 'text name', 'begin_repeat visit', 'text who', 'end_repeat'),
]);
const read = (set: string, options: Readonly<Record<string, string>>) =>
  readEntitySetQuery(MODEL, findSet(MODEL, set)!, options);

describe('readEntitySetQuery', () => {
  it('derives the select list of the context URL', () => {
    const selectList = (options: Record<string, string>) => read('Submissions', options).shape.selectList;
    expect(selectList({})).toBe('');
    expect(selectList({ $select: 'age, name' })).toBe('(age,name)');
    expect(selectList({ $expand: 'visit' })).toBe('');
    expect(selectList({ $select: 'age', $expand: 'visit($select=who)' })).toBe('(age,visit(who))');
  });

  it('has no sort keys if the key comes first', () => {
    expect(read('Submissions', { $orderby: '_id desc' }).order).toEqual({ by: [], descending: true });
    expect(read('visit', { $orderby: '_submission_id,_index' }).order).toEqual({ by: [], descending: false });
    expect(read('visit', { $orderby: '_submission_id,_index desc' }).order.by).toHaveLength(2);
    expect(read('visit', { $orderby: '_submission/age desc , who asc' }).order.by).toMatchObject([
      { field: { paths: ['age'] }, descending: true },
      { field: { paths: ['visit/who'] }, descending: false },
    ]);
  });

  it.each<[string, Record<string, string>, new (message: string) => Error]>([
    ['Submissions', { $top: '1.5' }, InvalidError],
    ['Submissions', { $skip: '-1' }, InvalidError],
    ['Submissions', { $orderby: 'age upwards' }, InvalidError],
    ['Submissions', { $orderby: '' }, InvalidError],
    ['Submissions', { $orderby: Array(11).fill('age').join() }, InvalidError],
    ['Submissions', { $select: '' }, InvalidError],
    ['Submissions', { $expand: 'visit(' }, InvalidError],
    ['Submissions', { $expand: 'visit)' }, InvalidError],
    ['Submissions', { $expand: 'visit($select=age)' }, InvalidError],
    ['Submissions', { $format: 'atom' }, InvalidError],
    ['Submissions', { $filter: 'visit/who eq null' }, UnsupportedError],
    ['Submissions', { $expand: 'visit($levels=1)' }, UnsupportedError],
    ['Submissions', { $compute: 'age add 1 as next' }, UnsupportedError],
    ['Submissions', { $search: '' }, InvalidError],
    ['visit', { $filter: '_nowhere/age eq 1' }, InvalidError],
  ])('refuses %s %j', (set, options, error) => {
    expect(() => read(set, options)).toThrow(error);
  });
});

describe('skip token', () => {
  const order = read('visit', { $orderby: '_submission/age,who' }).order;
  const cursor = { sorted: ['5', null], submission: 12, index: 3 };

  it('survives a round trip', () => {
    expect(readSkipToken(writeSkipToken(cursor), order)).toEqual(cursor);
  });

  it.each([
    'nonsense',
    writeSkipToken({ ...cursor, sorted: ['5'] }),
    writeSkipToken({ ...cursor, sorted: ['five', null] }),
    writeSkipToken({ ...cursor, submission: 1.5 }),
    writeSkipToken({ ...cursor, index: -1 }),
    Buffer.from('{}').toString('base64url'),
    Buffer.from('[{},null,1,1]').toString('base64url'),
    writeSkipToken({ ...cursor, sorted: ['5', 'a\u0000'] }),
  ])('refuses %s', (token) => {
    expect(() => readSkipToken(token, order)).toThrow(InvalidError);
  });
});

describe('readResourcePath', () => {
  const kind = (...segments: string[]) => readResourcePath(MODEL, segments).kind;

  it('resolves rows, a single row, and related rows', () => {
    expect(kind('Submissions')).toBe('rows');
    expect(kind('visit', '$count')).toBe('rows');
    expect(readResourcePath(MODEL, ['Submissions(12)'])).toMatchObject({
      kind: 'entity',
      entity: { submission: 12, index: 0 },
    });
    expect(kind('Submissions(_id=12)')).toBe('entity');
    expect(readResourcePath(MODEL, ['visit(_index=2, _submission_id=12)', '_submission'])).toMatchObject({
      kind: 'navigation',
      entity: { submission: 12, index: 2 },
      target: { name: 'Submissions' },
    });
  });

  it.each<[string[], new (message: string) => Error]>([
    [['Nothing'], NotFoundError],
    [['$batch'], NotFoundError],
    [['Submissions', 'visit'], NotFoundError],
    [['Submissions(1)', 'nothing'], NotFoundError],
    [['Submissions(1)', '$count'], NotFoundError],
    [['visit(_submission_id=1,_index=1)', '_submission', '$count'], NotFoundError],
    [['Submissions()'], InvalidError],
    [["Submissions('1')"], InvalidError],
    [['Submissions(1,2)'], InvalidError],
    [['Submissions(name=1)'], InvalidError],
    [['Submissions(99999999999999999999)'], InvalidError],
    [['visit(1,2)'], InvalidError],
    [['visit(_submission_id=1,_submission_id=2)'], InvalidError],
    [['Submissions(1)', 'name'], UnsupportedError],
    [['Submissions(1)', 'visit', '_submission'], UnsupportedError],
  ])('refuses %j', (segments, error) => {
    expect(() => readResourcePath(MODEL, segments)).toThrow(error);
  });
});
