import type { Content, SurveyRow } from '../content/content';
import { compileXForm } from './compile-xform';
import { mediaNames, mediaNameWarnings } from './media-names';

function namesOf(survey: SurveyRow[], rest: Partial<Content> = {}): string[] {
  const content: Content = {
    schema: '1',
    translations: [null],
    translated: ['label'],
    survey,
    settings: {},
    ...rest,
  };
  return mediaNames(compileXForm(content, { kobo: {} }).xml);
}

describe('mediaNames', () => {
  it.each<[string, SurveyRow[], string[]]>([
    ['no file', [{ type: 'text', name: 'a', label: ['A'] }], []],
    [
      'an external list',
      [{ type: 'select_one_from_file', file: 'fruits.csv', name: 'a', label: ['A'] }],
      ['fruits.csv'],
    ],
    [
      'pulldata()',
      [{ type: 'calculate', name: 'a', calculation: "pulldata('prices', 'price', 'name', 'x')" }],
      ['prices.csv'],
    ],
    [
      'search()',
      [
        {
          type: 'select_one',
          select_from_list_name: 'l',
          name: 'a',
          label: ['A'],
          appearance: "minimal search('clinics')",
        },
      ],
      ['clinics.csv'],
    ],
    [
      'an image whose name has special characters',
      [{ type: 'note', name: 'a', label: ['A'], 'media::image': ["Tom & Ann's.png"] }],
      ["Tom & Ann's.png"],
    ],
    [
      'the answers of the last form',
      [{ type: 'text', name: 'a', label: ['A'], default: '${last-saved#a}' }],
      [],
    ],
  ])('finds %s', (_case, survey, names) => {
    expect(namesOf(survey, { choices: [{ list_name: 'l', name: 'name', label: ['label'] }] })).toEqual(names);
  });

  it('leaves out a list that the form itself fills', () => {
    const survey: SurveyRow[] = [
      { type: 'csv-external', name: 'households' },
      { type: 'csv-external', name: 'villages' },
      { type: 'text', name: 'head', label: ['Head'], save_to: 'head' },
    ];
    const entities = [{ list_name: 'households', label: '${head}' }];
    expect(namesOf(survey, { entities })).toEqual(['villages.csv']);
  });
});

describe('mediaNameWarnings', () => {
  it('says nothing if devices get all files', () => {
    expect(mediaNameWarnings(['a.csv', 'b.png'], ['b.png', 'a.csv', 'c.png'])).toEqual([]);
  });

  it('names missing files in one warning, ten at most', () => {
    const needed = Array.from({ length: 12 }, (_, index) => `${index}.png`);
    const [warning, ...others] = mediaNameWarnings(needed, ['3.png']);
    expect(warning).toBe(
      'The form needs media files that it lacks: "0.png", "1.png", "2.png", "4.png", "5.png", "6.png", "7.png", "8.png", "9.png", "10.png", …. Upload them on the page “Media files” of the settings.',
    );
    expect(others).toEqual([]);
  });

  it('names a file that differs in letter case', () => {
    expect(mediaNameWarnings(['Photo.PNG', 'x.csv'], ['photo.png', 'x.csv'])).toEqual([
      'The form needs the file "Photo.PNG", and has "photo.png": letter case counts. Rename one of the two.',
    ]);
  });
});
