import { InvalidError } from '../errors';
import { readAttachmentSelection } from './attachment-selection';

describe('readAttachmentSelection', () => {
  it.each([
    [{ attachment_uid: 'att1' }, { kind: 'one', uid: 'att1' }],
    [{ submission_root_uuids: ['a', 'b', 'a'] }, { kind: 'submissions', rootUuids: ['a', 'b'] }],
  ])('parses %j', (sent, selection) => {
    expect(readAttachmentSelection(sent)).toEqual(selection);
  });

  it.each([
    {},
    { attachment_uid: '' },
    { attachment_uid: 1 },
    { attachment_uids: ['att1'] },
    { submission_root_uuids: [] },
    { submission_root_uuids: 'a' },
    { submission_root_uuids: [1] },
    { submission_root_uuids: Array.from({ length: 10_001 }, String) },
  ])('rejects invalid body %#', (sent) => {
    expect(() => readAttachmentSelection(sent)).toThrow(InvalidError);
  });
});
