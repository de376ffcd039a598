import { InvalidError } from '../errors';
import { isLiteracyTest } from '../form-history/form-part';
import type { MergedField, MergedSection } from '../form-history/merged-schema';
import type { Labels, Option } from '../form-history/version-schema';
import { lazy } from '../revalidated-read';

/** Aggregation of a question: answer count only, values, selected choices, numbers, or whole numbers. */
export type QuestionKind = 'count' | 'value' | 'choices' | 'number' | 'whole';

/** Types with mostly distinct values (high cardinality), which are not listed. */
const COUNT_ONLY: ReadonlySet<string> = new Set([
  ...['audit', 'background-geopoint', 'datetime', 'dateTime', 'deviceid', 'email', 'end', 'geopoint'],
  ...['geoshape', 'geotrace', 'hidden', 'phonenumber', 'simserial', 'start', 'start-geopoint'],
  ...['subscriberid', 'today', 'username'],
]);
const GEO_POINTS: ReadonlySet<string> = new Set(['background-geopoint', 'geopoint', 'start-geopoint']);
const NUMBERS: ReadonlySet<string> = new Set(['decimal', 'range']);
const CHARTED: ReadonlySet<string> = new Set([
  'date',
  'select_one',
  'select_one_from_file',
  'select_multiple',
]);

/** Kind for a row type (contract-data 5). */
export function kindOf(type: string): QuestionKind {
  if (COUNT_ONLY.has(type)) return 'count';
  if (type === 'integer') return 'whole';
  if (NUMBERS.has(type)) return 'number';
  return type === 'select_multiple' ? 'choices' : 'value';
}

/** True if clients show a chart (`show_graph`). */
export function hasChart(type: string): boolean {
  return CHARTED.has(type);
}

const MEDIA: readonly string[] = ['audio', 'background-audio', 'file', 'image', 'video'];
const FREE_TEXTS: ReadonlySet<string> = new Set(['barcode', 'text', 'time', 'url', ...MEDIA]);

/** True if the answers rarely repeat, so that a list of them says little: texts, times, names of files. */
export function isFreeText({ type, labels }: Pick<ReportQuestion, 'type' | 'labels'>): boolean {
  return FREE_TEXTS.has(type) && labels[Symbol.iterator]().next().done === true;
}

/** True for questions answered by a single point. */
export function isGeoPoint(type: string): boolean {
  return GEO_POINTS.has(type);
}

/** Place of the answers to a question in submissions of some versions. */
export interface AnswerPlace {
  /** Paths of the enclosing repeats, outermost first. */
  readonly repeats: readonly string[];
  /** Key of the answer. */
  readonly path: string;
  /** Whether a version has a repeat at the path, whose copies are no answers to the question. */
  readonly isRepeat?: boolean;
}

/** Labels of choices by name, without those that have none. */
interface ChoiceLabels extends Iterable<readonly [name: string, label: string]> {
  get(name: string): string | undefined;
  /** Names of all choices. */
  keys(): Iterable<string>;
}

export interface ReportQuestion {
  /** With its groups if several questions share the name. */
  readonly name: string;
  readonly label: string | undefined;
  readonly type: string;
  readonly kind: QuestionKind;
  /** Its choices follow parameters. */
  readonly isLiteracyTest?: true;
  /** Counts the choices of a literacy test alone. By default its parameters are counted too, as KoboToolbox does. */
  readonly countsWordsOnly?: true;
  /** Null for questions that are not a row of the form. */
  readonly kuid: string | null;
  /** Of all versions with the question, newest first; all in repeats, or none. */
  readonly places: readonly [AnswerPlace, ...AnswerPlace[]];
  readonly labels: ChoiceLabels;
}

/**
 * Questions of all versions of a form: metadata, top level, repeats; those that only older versions have come last.
 * @param newest uid of the newest version @param language of the labels; undefined: the unnamed one
 * @param all sections with those that have no questions in the report
 */
export function reportQuestions(
  sections: readonly MergedSection[],
  newest: string,
  language: string | undefined,
  all = sections,
): ReportQuestion[] {
  const byName = new Map(all.map((section) => [section.name, section]));
  const fields = sections.flatMap((section) =>
    section.fields.filter(({ type }) => type !== 'note').map((field) => ({ field, section })),
  );
  const repeatPaths = new Set(all.flatMap(({ paths }) => [...paths.values()]));
  const rankOf = ({ field }: (typeof fields)[number]): number => Number(!field.paths.has(newest));
  return fields
    .sort((one, other) => rankOf(one) - rankOf(other))
    .map(({ field, section }) => question(field, placesOf(field, section, byName, repeatPaths), language));
}

/** Filters questions by name; no names select all. */
export function selectQuestions(
  questions: readonly ReportQuestion[],
  names: readonly string[],
): readonly ReportQuestion[] {
  if (names.length === 0) return questions;
  return questions.filter(
    ({ name }) => names.includes(name) || names.includes(name.slice(name.lastIndexOf('/') + 1)),
  );
}

export function isRepeated({ places: [{ repeats }] }: Pick<ReportQuestion, 'places'>): boolean {
  return repeats.length > 0;
}

/** True if a report can be grouped by the question: a single choice, at most one answer per submission. */
export function canSplit(question: ReportQuestion): boolean {
  return question.type === 'select_one' && !isRepeated(question);
}

/** Finds the grouping question. @throws InvalidError on `split_by` if there is none, or it can't be grouped by */
export function findSplitQuestion(questions: readonly ReportQuestion[], name: string): ReportQuestion {
  const found = questions.find((each) => each.name === name);
  if (found === undefined) throw InvalidError.at('split_by', `\`${name}\` not found.`);
  if (found.type !== 'select_one') {
    throw InvalidError.at('split_by', `\`${name}\` is not a select one question.`);
  }
  if (isRepeated(found)) {
    throw InvalidError.at(
      'split_by',
      `\`${name}\` is in a repeat group. Choose a question outside of repeat groups.`,
    );
  }
  return found;
}

function question(
  field: MergedField,
  places: ReportQuestion['places'],
  language: string | undefined,
): ReportQuestion {
  const { name, nodeName, labels, row, options } = field;
  const isOwnRow = (row.$autoname ?? row.name ?? row.type) === nodeName;
  // Choices filled by another question's answers are still choices.
  const type = isOwnRow ? row.type : field.type;
  return {
    name,
    label: labelIn(labels, language),
    type,
    kind: kindOf(type),
    ...(isLiteracyTest({ type, row }) && { isLiteracyTest: true }),
    kuid: isOwnRow ? (row.$kuid ?? null) : null,
    places,
    labels: new OptionLabels(options, language),
  };
}

/** Finds labels when they are needed: a file may have very many choices, of which a report shows few. */
class OptionLabels implements ChoiceLabels {
  private readonly byName = lazy(() => new Map(this.options.map((option) => [option.name, option])));

  constructor(
    private readonly options: readonly Option[],
    private readonly language: string | undefined,
  ) {}

  get(name: string): string | undefined {
    const option = this.byName().get(name);
    return option && labelIn(option.labels, this.language);
  }

  keys(): Iterable<string> {
    return this.byName().keys();
  }

  *[Symbol.iterator](): Iterator<readonly [string, string]> {
    for (const [name, { labels }] of this.byName()) {
      const label = labelIn(labels, this.language);
      if (label !== undefined) yield [name, label];
    }
  }
}

/** Falls back to the unnamed language. */
function labelIn(labels: Labels, language: string | undefined): string | undefined {
  return labels.get(language ?? null) ?? labels.get(null);
}

function placesOf(
  { name, paths }: MergedField,
  section: MergedSection,
  byName: ReadonlyMap<string, MergedSection>,
  repeatPaths: ReadonlySet<string>,
): ReportQuestion['places'] {
  const places = [...paths].map(([version, path]): AnswerPlace => {
    const repeats = repeatsAround(section, version, byName);
    return { path, repeats, ...(repeats.length === 0 && repeatPaths.has(path) && { isRepeat: true }) };
  });
  const [first = { path: name, repeats: [] }, ...others] = new Map(
    places.map((place) => [JSON.stringify(place), place]),
  ).values();
  return [first, ...others];
}

function repeatsAround(
  section: MergedSection,
  version: string,
  byName: ReadonlyMap<string, MergedSection>,
): string[] {
  const path = section.paths.get(version);
  if (section.name === '' || path === undefined) return [];
  const parent = byName.get(section.parents.get(version) ?? '');
  return parent === undefined ? [path] : [...repeatsAround(parent, version, byName), path];
}
