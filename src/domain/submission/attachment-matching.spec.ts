import { matchExpectedFiles, matchAttachments } from './attachment-matching';

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
