import { expectedFiles, matchAttachments } from './attachment-matching';

const answer = (fileName: string, questionXpath: string) => ({ fileName, questionXpath });

describe('matching files with answers', () => {
  it('finds the question of each file, and keeps a file that none names', () => {
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

  it('compares names however their accents are composed', () => {
    const questionXpaths = matchAttachments([answer('e\u0301t\u00E9.jpg', 'photo')], ['\u00E9te\u0301.jpg']);
    expect(questionXpaths.get('\u00E9te\u0301.jpg')).toBe('photo');
  });

  it('does not take another case for the same, and goes by the first question of several', () => {
    const answers = [answer('a.jpg', 'p'), answer('a.jpg', 'q'), answer('B.jpg', 'r')];
    expect([...matchAttachments(answers, ['b.jpg', 'a.jpg'])]).toEqual([
      ['b.jpg', ''],
      ['a.jpg', 'p'],
    ]);
  });
});

describe('what became of the files that answers name', () => {
  const file = (name: string, isDeleted = false) => ({ name, isDeleted });

  it('is told of each answer, in their order', () => {
    const answers = [answer('late.jpg', 'p'), answer('a.jpg', 'q'), answer('a.jpg', 'r')];
    const [a, stray] = [file('a.jpg'), file('stray.pdf')];
    expect(expectedFiles(answers, [stray, a]).map((each) => each.file)).toEqual([undefined, a, a]);
  });

  it('goes by names however their accents are composed, and by what is there before what was removed', () => {
    const [removed, there] = [file('e\u0301t\u00E9.jpg', true), file('\u00E9te\u0301.jpg')];
    const answers = [answer('\u00E9t\u00E9.jpg', 'p')];
    expect(expectedFiles(answers, [removed, there])[0]!.file).toBe(there);
    expect(expectedFiles(answers, [removed])[0]!.file).toBe(removed);
  });

  it('is told of as many as there may be, without comparing each with each', () => {
    const names = Array.from({ length: 20_000 }, (_, number) => `${number}.jpg`);
    const compared = jest.spyOn(String.prototype, 'normalize');
    try {
      const told = expectedFiles(
        names.map((name) => answer(name, 'rep/p')),
        names.map((name) => file(name)),
      );
      expect(told.every((each) => each.file?.name === each.answer.fileName)).toBe(true);
      expect(compared.mock.calls.length).toBeLessThanOrEqual(2 * names.length);
    } finally {
      compared.mockRestore();
    }
  });
});
