import { InvalidError } from '../errors';
import { hasElement, isSamePath, readAnswerPath } from './answer-path';
import { parseInstance } from './instance-parser';

const INSTANCE = parseInstance(
  `<data><photo>a.jpg</photo><person><name>Asha</name><age/></person><kid><face>k1.jpg</face></kid>
  <kid><toy><picture>t.jpg</picture></toy><toy><picture/></toy></kid><meta><instanceID>uuid:1</instanceID></meta></data>`,
);

describe('answer path', () => {
  it.each([
    ['photo', true],
    ['person', true],
    ['person/name', true],
    ['person/age', true],
    ['person/height', false],
    ['photo[2]', false],
    ['kid', true],
    ['kid[3]', false],
    ['kid/face', true],
    ['kid[1]/face', true],
    ['kid[2]/face', false],
    ['kid[2]/toy[1]/picture', true],
    ['kid[2]/toy[2]/picture', true],
    ['kid[2]/toy[3]/picture', false],
    ['kid[2]/toy[2]', true],
    ['kid[9]/face', false],
    ['data/photo', false],
    ['photo/inside', false],
  ])('finds an element: %s: %s', (text, isThere) => {
    expect(hasElement(INSTANCE, readAnswerPath(text))).toBe(isThere);
  });

  it.each(['', '///[', 'a//b', 'a[0]', 'a[x]', '/a', 'a[1', 'a b', '1a', 'a[1][2]', '@a', '..'])(
    'rejects %j',
    (text) => {
      expect(() => readAnswerPath(text)).toThrow(InvalidError);
    },
  );

  it('defaults to the first instance of a repeat', () => {
    expect(isSamePath(readAnswerPath('kid/face'), readAnswerPath('kid[1]/face'))).toBe(true);
    expect(isSamePath(readAnswerPath('kid[2]/face'), readAnswerPath('kid[1]/face'))).toBe(false);
    expect(isSamePath(readAnswerPath('kid'), readAnswerPath('kid/face'))).toBe(false);
  });
});
