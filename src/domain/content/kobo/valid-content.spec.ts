import type { Content } from '../content';
import { standardiseContent } from '../standard/standardise-content';
import { validContent } from './valid-content';

const contentOf = (survey: object[], choices: object[] = []): Content =>
  standardiseContent({ survey, choices }, { assetType: 'survey', random: Math.random });

describe('validContent', () => {
  it('returns the same object if no rows are to be expanded', () => {
    const content = contentOf([{ type: 'text', name: 'a', label: 'A' }]);
    expect(validContent(content)).toBe(content);
  });

  it('keeps the $ keys of the source row on questions, and omits them on generated groups', () => {
    const content = contentOf([
      { type: 'begin_group', name: 'g', label: 'G' },
      { type: 'begin_score', name: 's', label: 'Rate', 'kobo--score-choices': 'l' },
      { type: 'score__row', name: 'a', label: 'Food' },
      { type: 'end_score' },
      { type: 'end_group' },
    ]);
    const [group, score, food, , end] = content.survey.map(({ $kuid, $autoname, $xpath }) => ({
      $kuid,
      ...($autoname !== undefined && { $autoname, $xpath }),
    }));
    const select = { type: 'select_one', select_from_list_name: 'l' };
    expect(validContent(content).survey).toEqual([
      { type: 'begin_group', name: 'g', label: ['G'], ...group },
      { type: 'begin_group', name: 's', appearance: 'field-list' },
      { ...select, name: 's_header', appearance: 'label', label: ['Rate'], ...score },
      { ...select, name: 'a', appearance: 'list-nolabel', label: ['Food'], ...food },
      { type: 'end_group' },
      { type: 'end_group', ...end },
    ]);
  });
});
