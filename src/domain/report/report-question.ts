import { InvalidError } from '../errors';
import type { MergedField, MergedSection } from '../form-history/merged-schema';
import type { Labels } from '../form-history/version-schema';
import { kindOf, type QuestionKind } from './question-kind';

/** A question that a report tells of. */
export interface ReportQuestion {
  readonly name: string;
  /** What people are asked; undefined where nothing is written. */
  readonly label: string | undefined;
  readonly type: string;
  readonly kind: QuestionKind;
  /** Null for what the service makes beside the rows of the form. */
  readonly kuid: string | null;
  /** Paths of the repeats around it, from the outside in, in every version that has it. */
  readonly repeats: readonly string[];
  /** Key of its answer, where the newest version that has it puts it. */
  readonly path: string;
  /** Choice → label. */
  readonly labels: ReadonlyMap<string, string>;
}

/**
 * The questions of a form over its versions: what devices answer, then the top level, then its repeats; what only older
 * versions have comes last.
 * @param newest uid of the newest of the versions
 * @param language of labels; undefined for the one without a name
 */
export function reportQuestions(
  sections: readonly MergedSection[],
  newest: string,
  language: string | undefined,
): ReportQuestion[] {
  const byName = new Map(sections.map((section) => [section.name, section]));
  const fields = sections.flatMap((section) =>
    section.fields
      .filter(({ type }) => type !== 'note')
      .map((field) => ({ field, repeats: repeatsAround(section, byName) })),
  );
  const placeOf = ({ field }: (typeof fields)[number]): number => Number(!field.paths.has(newest));
  return fields
    .sort((one, other) => placeOf(one) - placeOf(other))
    .map(({ field, repeats }) => question(field, repeats, language));
}

/** Those whose names were asked for; all when none was. */
export function chosenQuestions(
  questions: readonly ReportQuestion[],
  names: readonly string[],
): readonly ReportQuestion[] {
  return names.length === 0 ? questions : questions.filter(({ name }) => names.includes(name));
}

/** Whether the answers to a question can part a report: everybody has at most one of few. */
export function canSplit({ type, repeats }: ReportQuestion): boolean {
  return type === 'select_one' && repeats.length === 0;
}

/**
 * The question whose answers part a report.
 * @throws InvalidError with a sentence on `split_by` for one that can't
 */
export function splitQuestion(questions: readonly ReportQuestion[], name: string): ReportQuestion {
  const found = questions.find((each) => each.name === name);
  if (found === undefined) throw new InvalidError({ split_by: [`\`${name}\` not found.`] });
  if (found.type !== 'select_one') {
    throw new InvalidError({ split_by: [`\`${name}\` is not a select one question.`] });
  }
  if (found.repeats.length > 0) {
    throw new InvalidError({
      split_by: [`\`${name}\` is answered more than once; choose a question outside of repeats.`],
    });
  }
  return found;
}

function question(
  field: MergedField,
  repeats: readonly string[],
  language: string | undefined,
): ReportQuestion {
  const { name, labels, row, options, paths } = field;
  const isOwnRow = (row.$autoname ?? row.name ?? row.type) === name;
  // Choices that are answers to another question are choices all the same.
  const type = isOwnRow ? row.type : field.type;
  return {
    name,
    label: labelIn(labels, language),
    type,
    kind: kindOf(type),
    kuid: isOwnRow ? (row.$kuid ?? null) : null,
    repeats,
    path: [...paths.values()][0] ?? name,
    labels: new Map(
      options.flatMap((option) => {
        const label = labelIn(option.labels, language);
        return label === undefined ? [] : [[option.name, label]];
      }),
    ),
  };
}

/** In the language that was asked for, else in the one without a name. */
function labelIn(labels: Labels, language: string | undefined): string | undefined {
  return labels.get(language ?? null) ?? labels.get(null);
}

function repeatsAround(section: MergedSection, byName: ReadonlyMap<string, MergedSection>): string[] {
  if (section.name === '') return [];
  const parent = byName.get(section.parent ?? '');
  const outer = parent === undefined ? [] : repeatsAround(parent, byName);
  // Versions that call a repeat by another path are read by the newest one's.
  const path = [...section.paths.values()][0];
  return path === undefined ? outer : [...outer, path];
}
