import { InvalidError } from '../errors';
import { readAttachmentChoice } from './attachment-choice';

describe('which files are to be removed', () => {
  it.each([
    [{ attachment_uid: 'att1' }, { kind: 'one', uid: 'att1' }],
    [{ submission_root_uuids: ['a', 'b', 'a'] }, { kind: 'submissions', rootUuids: ['a', 'b'] }],
  ])('%j', (sent, choice) => {
    expect(readAttachmentChoice(sent)).toEqual(choice);
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
  ])('is not said: %#', (sent) => {
    expect(() => readAttachmentChoice(sent)).toThrow(InvalidError);
  });
});
