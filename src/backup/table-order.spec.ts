import { inFillingOrder } from './table-order';

describe('the order in which tables are filled', () => {
  it('puts what is named before what names it', () => {
    const references = [
      { from: 'answer', to: 'form' },
      { from: 'form', to: 'owner' },
      { from: 'form', to: 'form' },
      { from: 'file', to: 'answer' },
    ];
    expect(inFillingOrder(['answer', 'file', 'form', 'owner', 'setting'], references)).toEqual([
      'owner',
      'setting',
      'form',
      'answer',
      'file',
    ]);
  });

  it('refuses a circle by the names in it', () => {
    const references = [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'a' },
    ];
    expect(() => inFillingOrder(['a', 'b', 'c'], references)).toThrow('The tables a, b name each other');
  });
});
