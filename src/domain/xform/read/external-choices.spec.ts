import { ExternalChoices } from './external-choices';

describe('ExternalChoices', () => {
  it('quotes every cell and orders columns by appearance', () => {
    const sheet = [
      { 'list name': 'l', name: 'a', label: 'Say "a"' },
      { 'list name': 'l', name: 'b', more: 'x,\ny', $kuid: 'k' },
    ];
    const choices = new ExternalChoices(sheet);
    expect(choices.toCsv()).toBe(
      '"list_name","name","label","more"\r\n"l","a","Say ""a""",""\r\n"l","b","","x,\ny"\r\n',
    );
    expect(choices.has('l')).toBe(true);
    expect(choices.has('m')).toBe(false);
  });

  it.each([[undefined], [[]], ['nonsense']])('returns null for %j', (sheet) => {
    expect(new ExternalChoices(sheet).toCsv()).toBeNull();
  });
});
