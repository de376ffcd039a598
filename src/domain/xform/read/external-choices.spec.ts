import { ExternalChoices } from './external-choices';

describe('ExternalChoices', () => {
  it('writes every cell in quotes, columns as they appear', () => {
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

  it.each([[undefined], [[]], ['nonsense']])('has nothing to write for %j', (sheet) => {
    expect(new ExternalChoices(sheet).toCsv()).toBeNull();
  });
});
