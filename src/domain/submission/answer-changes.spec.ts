import { answerChanges } from './answer-changes';

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
