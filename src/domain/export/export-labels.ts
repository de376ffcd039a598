import type { Labels, FormVersion } from '../form-history/version-schema';
import { listedChoices } from './select-columns';
import type { ExportedForm, ExportPlan } from './export-plan';

/** Labels of the questions and choices of an export, in all languages. */
export interface LabelTable {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Languages of the labels of all versions; null is the unnamed one. */
export function languagesOf(versions: readonly FormVersion[]): (string | null)[] {
  return [...new Set(versions.flatMap(({ content }) => content.translations))];
}

/** One row per question, then one per choice of it, in the order of the columns. */
export function labelTable({ sections, isShown, style }: ExportPlan, { versions }: ExportedForm): LabelTable {
  const languages = languagesOf(versions);
  const texts = (labels: Labels): string[] => languages.map((language) => labels.get(language) ?? '');
  const rows = sections.flatMap(({ title, questions }, index) =>
    questions.flatMap(({ field }) => {
      if (!isShown[index]) return [];
      const [path = field.name] = field.paths.values();
      const start = [title, style.header(field), path, field.type];
      return [
        [...start, '', ...texts(field.labels)],
        ...listedChoices(field).map(({ name, labels }) => [...start, name, ...texts(labels)]),
      ];
    }),
  );
  const headers = languages.map((language) => (language === null ? 'label' : `label::${language}`));
  return { headers: ['table', 'column', 'question', 'type', 'choice', ...headers], rows };
}
