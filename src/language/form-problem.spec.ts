import { problemText, warningText } from './form-problem';

describe('problemText', () => {
  it.each([
    ['fr', 'survey, ligne 7, colonne name : La ligne n’a pas de nom. Donnez-lui-en un.'],
    ['en', 'survey, row 7, column name: The row has no name. Give it one.'],
  ] as const)('locates a problem in %s', (language, text) => {
    const problem = { sheet: 'survey', row: 7, column: 'name', message: 'The row has no name. Give it one.' };
    expect(problemText(problem).in(language)).toBe(text);
  });
});

describe('warningText', () => {
  it.each([
    [
      'survey, row 3, column label: The group "a: b" has no label.',
      'survey, ligne 3, colonne label : Le groupe « a: b » n’a pas de libellé.',
    ],
    [
      'survey, row 2, column type: The web form scans no barcodes: they are typed. The same in rows 3, 4.',
      'survey, ligne 2, colonne type : Le formulaire web ne lit pas les codes-barres : ils sont saisis. De même aux lignes 3, 4.',
    ],
    [
      'choices, row 9, column label::French (fr): The choice "<b>" of the list "{x}" has no label.',
      'choices, ligne 9, colonne label::French (fr) : Le choix « <b> » de la liste « {x} » n’a pas de libellé.',
    ],
    ['survey: The survey has no question.', 'survey : Le formulaire n’a aucune question.'],
    ['A warning of an older version.', 'A warning of an older version.'],
  ])('translates %j', (english, french) => {
    expect(warningText(english).in('fr')).toBe(french);
    expect(warningText(english).in('en')).toBe(english);
  });
});
