import { Choice, Content, SurveyRow } from '../../src/domain/content/content';

/** Generates a form like large real surveys: groups, repeats, filtered selects, logic on earlier answers. */
export function largeForm(questions: number, choices: number, languages: number): Content {
  const names = Array.from({ length: languages }, (_, index) => `Language ${index} (l${index})`);
  const texts = (text: string) => names.map((name) => `${text} in ${name}`);
  const survey: SurveyRow[] = [];
  for (let index = 0; index < questions; index++) {
    const isRepeat = Math.floor(index / 20) % 5 === 2;
    if (index % 20 === 0)
      survey.push({
        type: isRepeat ? 'begin_repeat' : 'begin_group',
        name: `section_${index}`,
        label: texts(`Section ${index}`),
      });
    survey.push(question(index, texts));
    if (index % 20 === 19) survey.push({ type: isRepeat ? 'end_repeat' : 'end_group' });
  }
  if (questions % 20 !== 0) survey.push({ type: 'end_group' });
  return {
    schema: '1',
    translations: names,
    translated: ['constraint_message', 'hint', 'label'],
    survey,
    choices: Array.from({ length: choices }, (_, index): Choice => ({
      list_name: `list_${Math.floor(index / 30)}`,
      name: `choice_${index}`,
      label: texts(`Choice ${index}`),
      region: `region_${index % 7}`,
    })),
    settings: {},
  };
}

function question(index: number, texts: (text: string) => string[]): SurveyRow {
  const name = `question_${index}`;
  const earlier = `\${question_${Math.max(0, index - 1)}}`;
  const common = { name, label: texts(`Question ${index}, after ${earlier}`), hint: texts(`Hint ${index}`) };
  switch (index % 5) {
    case 0:
      return { type: 'text', ...common, required: true };
    case 1:
      return {
        type: 'integer',
        ...common,
        constraint: '. >= 0 and . < 150',
        constraint_message: texts('Between 0 and 149'),
        relevant: `string-length(${earlier}) > 0`,
      };
    case 2:
      return { type: 'calculate', name, calculation: `if(${earlier} > 5, ${earlier} * 2, 0)` };
    case 3:
      return {
        type: 'select_one',
        ...common,
        select_from_list_name: `list_${index % 3}`,
        choice_filter: `region = 'region_1'`,
      };
    default:
      return { type: 'select_multiple', ...common, select_from_list_name: 'list_0', appearance: 'minimal' };
  }
}
