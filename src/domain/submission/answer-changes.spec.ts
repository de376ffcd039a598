import { answerChanges, hasElement, isSamePath, readAnswerPath } from './answer-changes';
import { InvalidError } from '../errors';
import { parseInstance } from './instance-parser';

describe('answerChanges', () => {
  it('lists added, changed and removed answers', () => {
    const before = { name: 'Asha', age: '34', note: 'x' };
    const after = { name: 'Asha', age: '35', place: '1 2 0 0' };
    expect(answerChanges(before, after)).toEqual([
      { path: 'age', before: '34', after: '35' },
      { path: 'place', before: undefined, after: '1 2 0 0' },
      { path: 'note', before: 'x', after: undefined },
    ]);
  });

  it('names positions in nested repeats', () => {
    const child = (...names: string[]) => ({
      'home/child': names.map((name) => ({
        'home/child/name': name,
        'home/child/toy': [{ 'home/child/toy/kind': `${name} doll` }],
      })),
    });
    expect(answerChanges(child('Ann', 'Ben'), child('Ann', 'Bob'))).toEqual([
      { path: 'home/child[2]/name', before: 'Ben', after: 'Bob' },
      { path: 'home/child[2]/toy[1]/kind', before: 'Ben doll', after: 'Bob doll' },
    ]);
    expect(answerChanges(child('Ann', 'Ben'), child('Ann')).map(({ path, after }) => [path, after])).toEqual([
      ['home/child[2]/name', undefined],
      ['home/child[2]/toy[1]/kind', undefined],
    ]);
  });

  it('ignores what changes with every edit', () => {
    const state = (id: string) => ({ 'meta/instanceID': id, __version__: id, 'formhub/uuid': id, meta: id });
    expect(answerChanges(state('1'), state('2'))).toEqual([]);
  });
});

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
