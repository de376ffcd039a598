import { topologicalOrder } from './backup-database';

describe('topologicalOrder', () => {
  it('orders referenced tables first', () => {
    const references = [
      { from: 'answer', to: 'form' },
      { from: 'form', to: 'owner' },
      { from: 'form', to: 'form' },
      { from: 'file', to: 'answer' },
    ];
    expect(topologicalOrder(['answer', 'file', 'form', 'owner', 'setting'], references)).toEqual([
      'owner',
      'setting',
      'form',
      'answer',
      'file',
    ]);
  });

  it('throws for a cycle, with its tables', () => {
    const references = [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'a' },
    ];
    expect(() => topologicalOrder(['a', 'b', 'c'], references)).toThrow(
      'The tables a, b reference each other',
    );
  });
});
