import { standardiseContent } from '../../src/domain/content/standard/standardise-content';
import { contentToXlsx } from '../../src/domain/xlsform/flat-sheet';

const LANGUAGES = ['English (en)', 'Français (fr)', 'Español (es)', 'العربية (ar)'];
const CHOICES_PER_LIST = 30;
const QUESTIONS_PER_GROUP = 20;

const texts = (text: string): Record<string, string> =>
  Object.fromEntries(LANGUAGES.map((language) => [`label::${language}`, `${text} (${language})`]));

/** Sheets of a form with three choices per question, four languages and logic. */
export function largeSheets(questions: number) {
  const lists = Math.max(1, Math.round((questions * 3) / CHOICES_PER_LIST));
  const choices = Array.from({ length: lists * CHOICES_PER_LIST }, (_, index) => ({
    list_name: `list_${Math.floor(index / CHOICES_PER_LIST)}`,
    name: `choice_${index}`,
    ...texts(`Choice ${index}`),
  }));
  const survey: Record<string, unknown>[] = [];
  for (let number = 0; number < questions; number += 1) {
    if (number % QUESTIONS_PER_GROUP === 0) {
      if (number > 0) survey.push({ type: 'end_group' });
      survey.push({ type: 'begin_group', name: `group_${number}`, ...texts(`Group ${number}`) });
    }
    survey.push(question(number, lists));
  }
  survey.push({ type: 'end_group' });
  return { survey, choices, settings: {} };
}

export async function largeForm(questions: number): Promise<Uint8Array> {
  const content = standardiseContent(largeSheets(questions), { assetType: 'survey', random: Math.random });
  return contentToXlsx(content, { expandKobo: false });
}

function question(number: number, lists: number): Record<string, unknown> {
  const name = `question_${number}`;
  const label = texts(`What about ${number}?`);
  const earlier = `\${question_${Math.max(0, number - 4)}}`;
  switch (number % 4) {
    case 0:
      return { type: 'integer', name, ...label, constraint: '. >= 0 and . < 1000', required: 'yes' };
    case 1:
      return { type: `select_one list_${number % lists}`, name, ...label, relevant: `${earlier} != ''` };
    case 2:
      return { type: `select_multiple list_${number % lists}`, name, ...label };
    default:
      return { type: 'text', name, ...label, relevant: `string-length(${earlier}) > 0` };
  }
}
