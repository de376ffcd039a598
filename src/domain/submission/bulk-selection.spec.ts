import { readBulkEdit, readSelection, readBulkValidationStatus } from './bulk-selection';

describe('readSelection', () => {
  it.each<[sent: unknown, selection: unknown]>([
    [{ submission_ids: [2, '1', 2] }, { kind: 'ids', ids: [1, 2] }],
    ['{"submission_ids":[1]}', { kind: 'ids', ids: [1] }],
    [{ query: { crops: 'maize' } }, { kind: 'query', query: '{"crops":"maize"}' }],
    [
      { query: { crops: 'maize' }, confirm: true },
      { kind: 'query', query: '{"crops":"maize"}' },
    ],
    [{ query: {}, confirm: true }, { kind: 'all' }],
    [{ confirm: true }, { kind: 'all' }],
    [{ confirm: 'true', submission_ids: null, query: null }, { kind: 'all' }],
    [
      { submission_ids: [1], ids: [2] },
      { kind: 'ids', ids: [1] },
    ],
    [{ query: { $and: [{}, { a: 'x' }] } }, { kind: 'query', query: '{"$and":[{},{"a":"x"}]}' }],
    [{ query: { a: { $nin: [], $gt: 'x' } } }, { kind: 'query', query: '{"a":{"$nin":[],"$gt":"x"}}' }],
    [{ query: { _userform_id: 'x', a: 'x' } }, { kind: 'query', query: '{"_userform_id":"x","a":"x"}' }],
  ])('parses %j', (sent, selection) => {
    expect(readSelection(sent)).toEqual(selection);
  });

  it.each<[sent: unknown, sentence: string]>([
    [{}, 'Confirmation is required'],
    [{ confirm: false }, 'Confirmation is required'],
    [{ query: {} }, 'Confirmation is required'],
    [{ confirm: 'yes' }, 'Confirmation is required'],
    [{ confirm: 1 }, 'Confirmation is required'],
    [{ query: { $and: [{}] } }, 'Confirmation is required'],
    [{ query: { $or: [{ a: 'x' }, {}] } }, 'Confirmation is required'],
    [{ query: { $and: [{ $or: [{}] }, { _userform_id: 'x' }] } }, 'Confirmation is required'],
    [{ query: { _userform_id: 'owner_a1' } }, 'Confirmation is required'],
    [{ query: { a: { $nin: [] } } }, 'Confirmation is required'],
    [{ query: { $and: [{ a: { $nin: [] } }] } }, 'Confirmation is required'],
    [{ confirm: true, submission_id: [1] }, '"submission_id" selects nothing'],
    [{ confirm: true, ids: [1] }, '"ids" selects nothing'],
    [{ confirm: true, Query: { a: 'x' } }, '"Query" selects nothing'],
    [{ confirm: true, filter: { a: 'x' } }, '"filter" selects nothing'],
    [{ submission_ids: [] }, '`submission_ids` must contain at least one value'],
    [{ submission_ids: ['abc'] }, '`submission_ids` must only contain integer values'],
    [{ submission_ids: [1.5] }, '`submission_ids` must only contain integer values'],
    [{ submission_ids: { a: 1 } }, '`submission_ids` must only contain integer values'],
    [{ submission_ids: [1], query: { a: 'x' } }, 'not both'],
    ['{', 'Send an object'],
    [[1], 'Send an object'],
    [null, 'Send an object'],
  ])('rejects %j', (sent, sentence) => {
    expect(() => readSelection(sent)).toThrow(sentence);
  });
});

describe('readBulkValidationStatus', () => {
  it.each<[uid: unknown, given: string | null]>([
    ['validation_status_on_hold', 'validation_status_on_hold'],
    [null, null],
  ])('maps %j to %j', (uid, given) => {
    expect(readBulkValidationStatus({ confirm: true, 'validation_status.uid': uid }).uid).toBe(given);
  });

  it.each(['xyz', 'on_hold', 'Approved', 'validation_status_approved ', '', 5, ['x'], {}, true])(
    'refuses the unknown status %j',
    (uid) => {
      const payload = { confirm: true, 'validation_status.uid': uid };
      expect(() => readBulkValidationStatus(payload)).toThrow('Invalid validation status');
    },
  );

  it('requires a status', () => {
    expect(() => readBulkValidationStatus({ confirm: true })).toThrow('`validation_status.uid` is required');
  });
});

describe('readBulkEdit', () => {
  it('accepts strings, numbers and booleans, and ignores identifying paths', () => {
    const data = { 'g/a': 7, b: true, c: null, d: 'x', meta: 'x', 'meta/instanceID': 'x', __version__: 'x' };
    expect(readBulkEdit({ confirm: true, data }).answers).toEqual([
      ['g/a', '7'],
      ['b', 'true'],
      ['c', ''],
      ['d', 'x'],
    ]);
  });

  it.each([{ query: {} }, { query: {}, confirm: true }])('selects all by %j', (payload) => {
    expect(readBulkEdit({ ...payload, data: { a: 'x' } }).selection).toEqual({ kind: 'all' });
    expect(readBulkEdit(JSON.stringify({ ...payload, data: { a: 'x' } })).selection).toEqual({ kind: 'all' });
  });

  it('keeps fractions of JSON text as written', () => {
    const sent = '{"query":{"a":1.50},"data":{"a":1.50,"b":1.0E-4,"c":5.0}}';
    expect(readBulkEdit(sent)).toEqual({
      selection: { kind: 'query', query: '{"a":1.5}' },
      answers: [
        ['a', '1.50'],
        ['b', '1.0E-4'],
        ['c', '5.0'],
      ],
    });
  });

  it('prefers ids to an empty filter', () => {
    const sent = { submission_ids: [2], query: {}, data: { a: 'x' } };
    expect(readBulkEdit(sent).selection).toEqual({ kind: 'ids', ids: [2] });
  });

  it.each<[data: unknown, sentence: string]>([
    [undefined, '`data` is required'],
    [{}, '`data` is required'],
    [[], '`data` is required'],
    ...['_id', '_submitted_by', '_status', '_validation_status', '_geolocation', '_attachments/x'].map(
      (path) => [{ a: 'x', [path]: 'x' }, `"${path}" is set by the service`] as [object, string],
    ),
    [{ 'meta/rootUuid': 'x' }, 'identifies the submission'],
    [{ 'formhub/uuid': 'x', __version__: 'x' }, 'identifies the submission'],
    [{ _submission_time: '2020' }, '"_submission_time" is set by the service'],
    [{ a: 'x', _uuid: 'x' }, '"_uuid" is set by the service'],
    [{ 'meta/instanceID': 'x' }, 'identifies the submission'],
    [{ 'Meta/instanceID': 'x', META: 'x' }, 'identifies the submission'],
    [{ 'orx:meta/orx:instanceID': 'x' }, 'identifies the submission'],
    [{ 'orx:a': 'x' }, '"orx:a" is not a question path'],
    [{ 'g/orx:a': 'x' }, '"g/orx:a" is not a question path'],
    [{ a: ['x'] }, 'The answer to "a" is not a scalar'],
    [{ 'a b': 'x' }, '"a b" is not an XML name'],
    [{ '': 'x' }, 'is not an XML name'],
    [{ a: '\u0001' }, 'U+0001'],
  ])('rejects %j', (data, sentence) => {
    expect(() => readBulkEdit({ confirm: true, data })).toThrow(sentence);
  });
});
