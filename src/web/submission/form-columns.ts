import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { withoutHidingElement } from '../../domain/content/kobo/block';
import { labelIn } from '../../domain/export/column-group';
import { type ChoiceFiles, type FileChoices, fileChoicesOf } from '../../domain/form-history/choice-file';
import { pathsInOrder } from '../../domain/form-history/form-outline';
import { isLiteracyTest } from '../../domain/form-history/form-part';
import { type MergedField, type MergedSection, mergeVersions } from '../../domain/form-history/merged-schema';
import {
  type Container,
  isMetadata,
  type Labels,
  type FormVersion,
} from '../../domain/form-history/version-schema';
import { isGeoType } from '../../domain/geo/geometry';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { Codename } from '../../domain/permission/codename';
import { DeployedFormService } from '../../modules/deployment/deployed-form.service';
import { ChoiceFileService } from '../../modules/media/choice-file.service';

/** How answers are shown and filtered. */
export type AnswerKind =
  'text' | 'number' | 'date' | 'time' | 'choice' | 'choices' | 'place' | 'image' | 'file' | 'repeat';

interface Labelled {
  readonly name: string;
  readonly labels: Labels;
}

/** A question over all deployed versions. */
export interface QuestionColumn extends Labelled {
  readonly kind: Exclude<AnswerKind, 'repeat'>;
  readonly type: string;
  /** Path in the newest version that has the question; identifies the column in URLs. */
  readonly key: string;
  /** Paths in all versions, newest first. */
  readonly paths: readonly string[];
  /** Paths that a repeat has in another version, whose copies are no answers to the question. */
  readonly repeatPaths: readonly string[];
  /** Path by version uid. */
  readonly versionPaths: ReadonlyMap<string, string>;
  /** Versions that have a repeat at the key or around it. */
  readonly repeatedIn: ReadonlySet<string>;
  readonly options: ReadonlyMap<string, Labelled>;
  readonly containers: readonly Container[];
  readonly isMetadata: boolean;
  /** In any version. */
  readonly isLiteracyTest: boolean;
}

/** A repeat, with the columns of its repetitions. */
export interface RepeatColumn extends Labelled {
  readonly kind: 'repeat';
  readonly key: string;
  readonly paths: readonly string[];
  readonly containers: readonly Container[];
  readonly columns: readonly FormColumn[];
}

export type FormColumn = QuestionColumn | RepeatColumn;

export interface FormColumns {
  /** Languages of the labels, newest version first; null is the unnamed one. */
  readonly languages: readonly (string | null)[];
  /** In the order of the newest version, then what only older ones have; metadata last. */
  readonly columns: readonly FormColumn[];
}

/** Language of labels: undefined for names, null for the unnamed one. */
export type Language = string | null | undefined;

const KINDS: Readonly<Record<string, QuestionColumn['kind']>> = {
  integer: 'number',
  decimal: 'number',
  range: 'number',
  date: 'date',
  today: 'date',
  datetime: 'time',
  dateTime: 'time',
  start: 'time',
  end: 'time',
  select_one: 'choice',
  select_multiple: 'choices',
  rank: 'choices',
  image: 'image',
  audio: 'file',
  video: 'file',
  file: 'file',
  'background-audio': 'file',
  audit: 'file',
  'start-geopoint': 'place',
};

/** @param versions oldest first */
export function formColumns(versions: readonly FormVersion[], files: ChoiceFiles = {}): FormColumns {
  const sections = mergeVersions(versions, files);
  const [top] = sections;
  const languages = versions.toReversed().flatMap(({ content }) => content.translations);
  const newest = versions.at(-1);
  const order = new Map(
    newest && pathsInOrder(newest.content).map((path, position) => [path, position] as const),
  );
  const uids = new Set(versions.map(({ uid }) => uid));
  const columns = top === undefined ? [] : columnsOf(top, { sections, order, versions: uids });
  const isLast = (column: FormColumn): boolean => column.kind !== 'repeat' && column.isMetadata;
  return {
    languages: [...new Set(languages)],
    columns: [...columns.filter((each) => !isLast(each)), ...columns.filter(isLast)],
  };
}

export function labelOf(labelled: Labelled, language: Language): string {
  return language === undefined ? labelled.name : withoutHidingElement(labelIn(labelled, language));
}

/** Labels of the groups around a question, outermost first; the repeat itself is not one. */
export function groupLabel({ containers }: Pick<FormColumn, 'containers'>, language: Language): string {
  return containers.map((each) => labelOf(each, language)).join(' › ');
}

interface MergedForm {
  readonly sections: readonly MergedSection[];
  /** Path in the newest version → position. */
  readonly order: ReadonlyMap<string, number>;
  /** In which the section is at this place; a repeat may have moved out of another one. */
  readonly versions: ReadonlySet<string>;
}

function columnsOf(section: MergedSection, form: MergedForm): FormColumn[] {
  const { sections, order, versions } = form;
  const repeatsAt = sections.flatMap(({ name, paths }) => (name === '' ? [] : [...paths]));
  const questions = section.fields
    .filter(({ type }) => type !== 'note')
    .map((field) => ({ ...field, paths: pathsIn(versions, field) }))
    .filter(({ paths }) => paths.size > 0)
    .map((field) => questionColumn(field, section, repeatsAt));
  const repeats = sections.flatMap((repeat) => {
    const inside = new Set([...versions].filter((each) => repeat.parents.get(each) === section.name));
    return inside.size === 0 ? [] : [repeatColumn(repeat, section, { ...form, versions: inside })];
  });
  const columns = [...questions, ...repeats];
  const positionOf = ({ key }: FormColumn): number => order.get(key) ?? order.size;
  return columns.sort((one, other) => positionOf(one) - positionOf(other));
}

function pathsIn(versions: ReadonlySet<string>, { paths }: Pick<MergedField, 'paths'>): MergedField['paths'] {
  return new Map([...paths].filter(([version]) => versions.has(version)));
}

function questionColumn(
  field: MergedField,
  section: MergedSection,
  repeatsAt: readonly (readonly [version: string, path: string])[],
): QuestionColumn {
  const { name, labels, type, options } = field;
  const paths = [...new Set(field.paths.values())];
  const key = paths[0]!;
  const repeatPaths = new Set(repeatsAt.map(([, path]) => path));
  const around = repeatsAt.filter(([, path]) => key === path || key.startsWith(`${path}/`));
  return {
    kind: isGeoType(type) ? 'place' : (KINDS[options.length > 0 ? listType(type) : type] ?? 'text'),
    type,
    key,
    paths,
    repeatPaths: paths.filter((path) => repeatPaths.has(path)),
    versionPaths: field.paths,
    repeatedIn: new Set(around.map(([version]) => version)),
    name,
    labels,
    options: new Map(options.map((option) => [option.name, option])),
    containers: insideRepeat(field.containers, section.name),
    isMetadata: isMetadata(type),
    isLiteracyTest: [field, ...field.versions.values()].some(isLiteracyTest),
  };
}

/** A question from a file without choices is text. */
function listType(type: string): string {
  return type.replace(/_from_file$/, '');
}

function repeatColumn(repeat: MergedSection, parent: MergedSection, form: MergedForm): RepeatColumn {
  const paths = [...new Set(pathsIn(form.versions, repeat).values())];
  const containers = repeat.fields[0]?.containers ?? [];
  const depth = containers.findLastIndex(({ name }) => name === repeat.name);
  return {
    kind: 'repeat',
    key: paths[0]!,
    paths,
    name: repeat.name,
    labels: containers[depth]?.labels ?? new Map(),
    containers: insideRepeat(containers.slice(0, Math.max(depth, 0)), parent.name),
    columns: columnsOf(repeat, form),
  };
}

/** Groups between the repeat and a question; all groups at the top level. */
function insideRepeat(containers: readonly Container[], repeat: string): readonly Container[] {
  return repeat === ''
    ? containers
    : containers.slice(containers.findLastIndex(({ name }) => name === repeat) + 1);
}

/** A question at any depth, and the outermost repeat around it. */
export interface PlacedQuestion {
  readonly question: QuestionColumn;
  /** Labels of the repeats around it and its own. */
  readonly label: string;
  /** Paths of the question or, inside repeats, of the outermost repeat, in all versions. */
  readonly outerPaths: readonly string[];
}

/** Questions of a kind, those inside repeats included. */
export function questionsOfKind(
  columns: readonly FormColumn[],
  kind: QuestionColumn['kind'],
  language: Language,
  outer?: { readonly label: string; readonly paths: readonly string[] },
): PlacedQuestion[] {
  return columns.flatMap((column) => {
    const own = labelOf(column, language);
    const label = outer === undefined ? own : `${outer.label} › ${own}`;
    const outerPaths = outer?.paths ?? column.paths;
    if (column.kind === 'repeat') {
      return questionsOfKind(column.columns, kind, language, { label, paths: outerPaths });
    }
    return column.kind === kind ? [{ question: column, label, outerPaths }] : [];
  });
}

/** Filter document for submissions that answer one of these questions, and match the filters of the page. */
export function answeredQuery(query: string | undefined, questions: readonly PlacedQuestion[]): string {
  const paths = new Set(questions.flatMap(({ outerPaths }) => outerPaths));
  const answered = { $or: [...paths].map((path) => ({ [path]: { $exists: true } })) };
  return JSON.stringify(query === undefined ? answered : { $and: [JSON.parse(query), answered] });
}

const MAX_FORMS = 100;

const MAX_CACHED_CHOICES = 200_000;

interface CachedColumns {
  readonly columns: FormColumns;
  readonly choices: FileChoices;
  readonly files: ChoiceFiles;
}

/** Reads the columns of deployed forms. Cached: deployed versions never change, and reading them takes long. */
@Injectable()
export class DataForms {
  private readonly cache = new LRUCache<string, CachedColumns>({
    max: MAX_FORMS,
    maxSize: MAX_CACHED_CHOICES,
    sizeCalculation: ({ files }) => Object.values(files).reduce((sum, { rows }) => sum + rows.length, 1),
  });

  constructor(
    private readonly forms: DeployedFormService,
    private readonly choiceFiles: ChoiceFileService,
  ) {}

  /** @throws InvalidError if the asset was never deployed */
  async getDeployed(access: AssetAccess<Codename>): Promise<FormColumns> {
    await this.forms.getDeployed(access);
    return (await this.of(access))!;
  }

  /** @returns undefined if the asset was never deployed */
  async of(access: AssetAccess<Codename>): Promise<FormColumns | undefined> {
    const form = await this.forms.findByAsset(access);
    if (form === undefined) return undefined;
    const key = `${access.assetId}:${form.versionUids.join()}`;
    const cached = this.cache.get(key);
    if (cached !== undefined) {
      const files = await this.choiceFiles.of(access, cached.choices);
      if (areSame(files, cached.files)) return cached.columns;
    }
    const { versions } = await this.forms.history(access);
    const choices = fileChoicesOf(versions);
    const files = await this.choiceFiles.of(access, choices);
    const columns = formColumns(versions, files);
    this.cache.set(key, { columns, choices, files });
    return columns;
  }
}

/** Tables of equal files are the same objects while they are cached. */
function areSame(files: ChoiceFiles, cached: ChoiceFiles): boolean {
  const keys = new Set([...Object.keys(files), ...Object.keys(cached)]);
  return [...keys].every((key) => files[key] === cached[key]);
}
