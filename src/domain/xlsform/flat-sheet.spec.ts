import type { Content } from '../content/content';
import { standardiseContent } from '../content/standard/standardise-content';
import { flatContent } from './flat-sheet';

const contentOf = (raw: object): Content =>
  standardiseContent(raw, { assetType: 'survey', random: Math.random });

const KEY = expect.stringMatching(/^[A-Za-z0-9]{9}$/) as string;

describe('flatContent', () => {
  it('returns rows of text by sheet, with Kobo rows and $ keys', () => {
    const content = contentOf({
      survey: [
        { type: 'select_one yn', name: 'ok', 'label::English (en)': 'OK?', required: 'yes' },
        { type: 'begin rank', name: 'r', 'kobo--rank-items': 'yn', 'label::English (en)': 'R' },
        { type: 'rank__level', name: 'l1', 'label::English (en)': '1st' },
        { type: 'end rank' },
      ],
      choices: [{ list_name: 'yn', name: '1', 'label::English (en)': '007', filter: 'x' }],
      settings: { style: 'pages' },
    });
    const flat = flatContent(content);
    expect(flat.survey?.[0]).toEqual({
      type: 'select_one yn',
      name: 'ok',
      'label::English (en)': 'OK?',
      required: 'true',
      $kuid: KEY,
      $autoname: 'ok',
      $xpath: 'ok',
    });
    expect(flat.survey?.map((row) => row.type)).toContain('rank__level');
    expect(flat.choices).toEqual([
      {
        list_name: 'yn',
        name: '1',
        'label::English (en)': '007',
        filter: 'x',
        $kuid: KEY,
        $autovalue: '1',
      },
    ]);
    expect(flat.settings).toEqual([{ style: 'pages' }]);
  });

  it('always has settings', () => {
    expect(flatContent(contentOf({}))).toEqual({ survey: [], settings: [{}] });
  });

  it.each(['hint', 'kobo--rank-constraint-message'])(
    'flattens lists of texts (%s) missing in `translated`',
    (column) => {
      const survey = [{ type: 'text', name: 'a', [column]: ['Here'] }];
      const header = { schema: '1', translated: ['label'], translations: [null] };
      expect(flatContent(contentOf({ ...header, survey })).survey).toEqual([
        expect.objectContaining({ [column]: 'Here' }),
      ]);
    },
  );
});
