import { InvalidError } from '../errors';
import { isAnswered, isFirst, isSamePath, plainPath, readAnswerPath } from './answer-path';

const ANSWERS = {
  photo: 'a.jpg',
  'person/name': 'Asha',
  kid: [{ 'kid/face': 'k1.jpg' }, { 'kid/toy': [{ 'kid/toy/picture': 't.jpg' }, { 'kid/toy/name': 'x' }] }],
};

describe('a path to an answer', () => {
  it.each([
    ['photo', true],
    ['person', true],
    ['person/name', true],
    ['person/age', false],
    ['photo[2]', false],
    ['kid', true],
    ['kid[3]', false],
    ['kid/face', true],
    ['kid[1]/face', true],
    ['kid[2]/face', false],
    ['kid[2]/toy[1]/picture', true],
    ['kid[2]/toy[2]/picture', false],
    ['kid[2]/toy[2]', true],
    ['kid[9]/face', false],
    ['nonsense', false],
    ['photo/inside', false],
  ])('leads somewhere: %s: %s', (text, isThere) => {
    expect(isAnswered(ANSWERS, readAnswerPath(text))).toBe(isThere);
  });

  it.each(['', '///[', 'a//b', 'a[0]', 'a[x]', '/a', 'a[1', 'a b', '1a', 'a[1][2]', '@a', '..'])(
    'is none: %j',
    (text) => {
      expect(() => readAnswerPath(text)).toThrow(InvalidError);
    },
  );

  it('means the first copy where it says none', () => {
    expect(isSamePath(readAnswerPath('kid/face'), readAnswerPath('kid[1]/face'))).toBe(true);
    expect(isSamePath(readAnswerPath('kid[2]/face'), readAnswerPath('kid[1]/face'))).toBe(false);
    expect(isSamePath(readAnswerPath('kid'), readAnswerPath('kid/face'))).toBe(false);
    expect(isFirst(readAnswerPath('kid/toy[1]'))).toBe(true);
    expect(isFirst(readAnswerPath('kid/toy[2]'))).toBe(false);
    expect(plainPath(readAnswerPath('kid[2]/été.1'))).toBe('kid/été.1');
  });
});
