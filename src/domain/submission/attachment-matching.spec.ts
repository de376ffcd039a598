import { matchAttachments } from './attachment-matching';

const answer = (fileName: string, questionXpath: string) => ({ fileName, questionXpath });

describe('matching files with answers', () => {
  it('finds the question of each file, and keeps a file that none names', () => {
    const { questionXpaths, missing } = matchAttachments(
      [answer('a.jpg', 'photo'), answer('b.jpg', 'rep[2]/photo')],
      ['b.jpg', 'stray.pdf', 'a.jpg'],
    );
    expect([...questionXpaths]).toEqual([
      ['b.jpg', 'rep[2]/photo'],
      ['stray.pdf', ''],
      ['a.jpg', 'photo'],
    ]);
    expect(missing).toEqual([]);
  });

  it('compares names however their accents are composed', () => {
    const { questionXpaths, missing } = matchAttachments(
      [answer('e\u0301t\u00E9.jpg', 'photo')],
      ['\u00E9te\u0301.jpg'],
    );
    expect(questionXpaths.get('\u00E9te\u0301.jpg')).toBe('photo');
    expect(missing).toEqual([]);
  });

  it('names what has not come, once, and does not take another case for the same', () => {
    const answers = [answer('a.jpg', 'p'), answer('a.jpg', 'q'), answer('B.jpg', 'r')];
    expect(matchAttachments(answers, ['b.jpg']).missing).toEqual(['a.jpg', 'B.jpg']);
    expect(matchAttachments(answers, ['a.jpg']).questionXpaths.get('a.jpg')).toBe('p');
  });
});
