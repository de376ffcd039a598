import { Choice } from '../../content/content';
import { ChoiceLists, ExternalChoices } from './choice-lists';
import { Languages } from './survey-rows';
import { ProblemLog } from '../form/problem-log';

function read(choices: Partial<Choice>[], translations: (string | null)[] = [null]) {
  const log = new ProblemLog();
  const lists = new ChoiceLists(choices as Choice[], new Languages(translations, undefined), false, log);
  return { lists, log };
}

describe('ChoiceLists', () => {
  it('groups choices by list in the order of the sheet and skips choices without a list', () => {
    const { lists } = read([
      { list_name: 'b', name: '1', label: ['One'] },
      { name: 'lost', label: ['Lost'] },
      { list_name: 'a', name: '2', label: ['Two'] },
      { list_name: 'b', name: '3', label: ['Three'] },
    ]);
    expect([...lists.all].map(({ name, items }) => [name, items.map((item) => item.name)])).toEqual([
      ['b', ['1', '3']],
      ['a', ['2']],
    ]);
  });

  it('falls back to $autovalue and refuses a choice without any name', () => {
    const { lists, log } = read([{ list_name: 'l', $autovalue: 'made' }, { list_name: 'l' }]);
    expect(lists.find('l')?.items.map(({ name }) => name)).toEqual(['made']);
    expect(() => log.throwIfRefused()).toThrow(
      'choices, row 3, column name: A choice of the list "l" has no name.',
    );
  });

  const itext: [string, Partial<Choice>, boolean][] = [
    ['a plain label', { label: ['A', null] }, false],
    ['a translated label', { label: ['A', 'B'] }, true],
    ['a reference', { label: ['${a}', null] }, true],
    ['a picture', { label: ['A', null], 'media::image': ['a.png', null] }, true],
  ];
  it.each(itext)('decides whether %s needs itext', (_, cells, expected) => {
    const { lists } = read([{ list_name: 'l', name: 'a', ...cells }], [null, 'fr']);
    expect(lists.find('l')?.needsItext).toBe(expected);
  });

  it('keeps extra columns, except keys, languages and invalid headers', () => {
    const extra = { $kuid: 'k', pop: 5, 'x y': 'z', 'label::de': 'd', order: '1' };
    const { lists } = read([{ list_name: 'l', name: 'a', label: ['A'], ...extra }]);
    expect(lists.find('l')?.items[0]?.extraColumns).toEqual([
      ['pop', '5'],
      ['order', '1'],
    ]);
  });
});

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
