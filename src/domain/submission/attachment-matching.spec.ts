import {
  matchExpectedFiles,
  matchAttachments,
  readAttachmentSelection,
  attachmentsAfterEdit,
} from './attachment-matching';
import { InvalidError } from '../errors';

const answer = (fileName: string, questionXpath: string) => ({ fileName, questionXpath });

describe('matchAttachments', () => {
  it('maps each file to its question, and unmatched files to an empty path', () => {
    const questionXpaths = matchAttachments(
      [answer('a.jpg', 'photo'), answer('b.jpg', 'rep[2]/photo')],
      ['b.jpg', 'stray.pdf', 'a.jpg'],
    );
    expect([...questionXpaths]).toEqual([
      ['b.jpg', 'rep[2]/photo'],
      ['stray.pdf', ''],
      ['a.jpg', 'photo'],
    ]);
  });

  it('ignores Unicode composition in names', () => {
    const questionXpaths = matchAttachments([answer('e\u0301t\u00E9.jpg', 'photo')], ['\u00E9te\u0301.jpg']);
    expect(questionXpaths.get('\u00E9te\u0301.jpg')).toBe('photo');
  });

  it('is case-sensitive and prefers the first question', () => {
    const answers = [answer('a.jpg', 'p'), answer('a.jpg', 'q'), answer('B.jpg', 'r')];
    expect([...matchAttachments(answers, ['b.jpg', 'a.jpg'])]).toEqual([
      ['b.jpg', ''],
      ['a.jpg', 'p'],
    ]);
  });
});

describe('matchExpectedFiles', () => {
  const file = (name: string, isDeleted = false) => ({ name, isDeleted });

  it('returns one entry per answer, in order', () => {
    const answers = [answer('late.jpg', 'p'), answer('a.jpg', 'q'), answer('a.jpg', 'r')];
    const [a, stray] = [file('a.jpg'), file('stray.pdf')];
    expect(matchExpectedFiles(answers, [stray, a]).map((each) => each.file)).toEqual([undefined, a, a]);
  });

  it('ignores Unicode composition and prefers live files to deleted ones', () => {
    const [removed, there] = [file('e\u0301t\u00E9.jpg', true), file('\u00E9te\u0301.jpg')];
    const answers = [answer('\u00E9t\u00E9.jpg', 'p')];
    expect(matchExpectedFiles(answers, [removed, there])[0]!.file).toBe(there);
    expect(matchExpectedFiles(answers, [removed])[0]!.file).toBe(removed);
  });

  it('is linear in the number of files', () => {
    const names = Array.from({ length: 20_000 }, (_, number) => `${number}.jpg`);
    const compared = jest.spyOn(String.prototype, 'normalize');
    try {
      const matched = matchExpectedFiles(
        names.map((name) => answer(name, 'rep/p')),
        names.map((name) => file(name)),
      );
      expect(matched.every((each) => each.file?.name === each.answer.fileName)).toBe(true);
      expect(compared.mock.calls.length).toBeLessThanOrEqual(2 * names.length);
    } finally {
      compared.mockRestore();
    }
  });
});

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

const file = (name: string, questionXpath: string) => ({ uid: name, name, questionXpath });
const editedAnswer = (fileName: string, questionXpath: string) => ({ fileName, questionXpath });
const after = (
  files: ReturnType<typeof file>[],
  fileAnswers: ReturnType<typeof editedAnswer>[],
  sentNames: string[] = [],
) => {
  const isRecorded = (path: string): boolean => path === 'meta/recording';
  const { kept, dropped } = attachmentsAfterEdit(files, { fileAnswers }, { sentNames, isRecorded });
  return {
    kept: kept.map(({ name, questionXpath }) => `${name}@${questionXpath}`),
    dropped: dropped.map(({ name }) => name),
  };
};

describe('attachmentsAfterEdit', () => {
  it('drops files without an editedAnswer and moves files with their editedAnswer', () => {
    expect(
      after(
        [file('gone.jpg', 'photo'), file('moved.jpg', 'kid[1]/face'), file('same.jpg', 'door')],
        [
          editedAnswer('moved.jpg', 'kid[2]/face'),
          editedAnswer('same.jpg', 'door'),
          editedAnswer('new.jpg', 'photo'),
        ],
      ),
    ).toEqual({ kept: ['moved.jpg@kid[2]/face', 'same.jpg@door'], dropped: ['gone.jpg'] });
  });

  it('keeps files that were never named, are sent again, or are recorded by the device', () => {
    expect(
      after(
        [
          file('stray.pdf', ''),
          file('again.jpg', 'photo'),
          file('audit.csv', 'meta/audit'),
          file('sound.m4a', 'meta/recording'),
        ],
        [],
        ['again.jpg'],
      ),
    ).toEqual({
      kept: ['stray.pdf@', 'again.jpg@', 'audit.csv@', 'sound.m4a@'],
      dropped: [],
    });
  });

  it('ignores Unicode composition in names', () => {
    expect(after([file('\u00E9.jpg', 'photo')], [editedAnswer('e\u0301.jpg', 'door')])).toEqual({
      kept: ['\u00E9.jpg@door'],
      dropped: [],
    });
  });
});
