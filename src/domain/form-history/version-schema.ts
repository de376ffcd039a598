import type { Choice, Content, SurveyRow } from '../content/content';
import { parseYesNo } from '../content/standard/standard-rows';
import { choiceSourceOf, sourceKey } from './choice-file';

/** A deployed version of a form. Lists of versions start with the oldest. */
export interface FormVersion {
  readonly uid: string;
  /** Standard content with Kobo rows (score, rank, matrix) expanded to plain XLSForm rows. */
  readonly content: Content;
}

/** Language (null for the column without one) → text. Languages without a text are absent. */
export type Labels = ReadonlyMap<string | null, string>;

export interface Container {
  readonly name: string;
  readonly labels: Labels;
}

export interface Option {
  readonly name: string;
  readonly labels: Labels;
}

/** A question of one version, notes and calculations included. */
export interface Field {
  /** Name of the innermost repeat around it; '' at the top level. */
  readonly section: string;
  readonly name: string;
  /** Type of the row; `text` for a select whose choices come from other answers. */
  readonly type: string;
  /** Key of its answer in the JSON of a submission. */
  readonly path: string;
  readonly labels: Labels;
  /** In list order; empty for a question without choices. */
  readonly options: readonly Option[];
  readonly containers: readonly Container[];
  /** For `tags`, `appearance`, `$kuid`. */
  readonly row: SurveyRow;
}

/** The top level of a form, or one of its repeats. */
export interface Section {
  /** Name of the repeat; '' for the top level. */
  readonly name: string;
  /** Path of the repeat; '' for the top level. */
  readonly path: string;
  /** Name of the enclosing section; undefined for the top level. */
  readonly parent: string | undefined;
  /** Metadata first, then the others in form order. */
  readonly fields: readonly Field[];
}

/** Choices of files by `sourceKey`. */
type OptionsOfFiles = ReadonlyMap<string, readonly Option[]>;

const NO_FILES: OptionsOfFiles = new Map();

/** Types that the device answers without the user. */
const METADATA: ReadonlySet<string> = new Set(
  'audit deviceid email end phonenumber simserial start start-geopoint subscriberid today username'.split(
    ' ',
  ),
);

/** Types of rows that the form has no node for. */
export const WITHOUT_NODE: ReadonlySet<string> = new Set(['xml-external', 'csv-external']);

interface OpenSection extends Section {
  readonly fields: Field[];
}

interface OpenContainer extends Container {
  readonly path: string;
  readonly section: OpenSection;
}

/**
 * Reads the sections of one version: the top level, then the repeats in form order. Skips disabled rows and rows
 * without a name. A select with `or_other` adds the option `other` and a text field `<name>_other`.
 * @param files choices of selects from files
 */
export function readSections(content: Content, files: OptionsOfFiles = NO_FILES): Section[] {
  const top: OpenSection = { name: '', path: '', parent: undefined, fields: [] };
  const sections = [top];
  const openContainers: OpenContainer[] = [];
  for (const row of content.survey) {
    const name = rowName(row);
    const container = openContainers.at(-1);
    if (row.type.startsWith('end_')) {
      openContainers.pop();
    } else if (row.type.startsWith('begin_')) {
      const path = joinPath(container?.path, name ?? '');
      let section = container?.section ?? top;
      if (row.type === 'begin_repeat') {
        section = { name: name ?? '', path, parent: section.name, fields: [] };
        sections.push(section);
      }
      openContainers.push({ name: name ?? '', labels: labelsOf(row, content), path, section });
    } else if (name !== undefined && !WITHOUT_NODE.has(row.type) && !isDisabled(row)) {
      const section = row.type === 'audit' ? top : (container?.section ?? top);
      section.fields.push(...readFields(row, name, section.name, openContainers, content, files));
    }
  }
  return sections.map((section) => ({ ...section, fields: metadataFirst(section.fields) }));
}

/** Whether the device answers questions of a type without the user. */
export function isMetadata(type: string): boolean {
  return METADATA.has(type);
}

/** A stable sort keeps the order of the form within both parts. */
function metadataFirst(fields: readonly Field[]): Field[] {
  return fields.toSorted((one, other) => Number(isMetadata(other.type)) - Number(isMetadata(one.type)));
}

function readFields(
  row: SurveyRow,
  name: string,
  section: string,
  openContainers: readonly OpenContainer[],
  content: Content,
  files: OptionsOfFiles,
): Field[] {
  const base = { section, containers: openContainers.map(({ name, labels }) => ({ name, labels })), row };
  const inside = openContainers.at(-1)?.path;
  const path = row.type === 'audit' ? `meta/${name}` : joinPath(inside, name);
  // A file has each name once.
  const options = optionsOf(row, content, files);
  const field: Field = {
    ...base,
    name,
    type: selectsFromAnswers(row) ? 'text' : row.type,
    path,
    labels: labelsOf(row, content),
    options: choiceSourceOf(row) === undefined ? distinct(options) : options,
  };
  if (row._or_other !== true) return [field];
  const other = `${name}_other`;
  return [
    field,
    { ...base, name: other, type: 'text', path: joinPath(inside, other), labels: new Map(), options: [] },
  ];
}

/** A name with different labels in a list, as in cascades, has none: an answer does not say which of them was chosen. */
function distinct(options: readonly Option[]): readonly Option[] {
  const byName = new Map<string, Option>();
  for (const option of options) {
    const known = byName.get(option.name);
    byName.set(
      option.name,
      known === undefined ? option : { ...option, labels: commonLabels(known, option) },
    );
  }
  return byName.size === options.length ? options : [...byName.values()];
}

function commonLabels({ labels }: Option, other: Option): Labels {
  return new Map([...labels].filter(([language, label]) => other.labels.get(language) === label));
}

export function optionsOf(
  row: SurveyRow,
  content: Content,
  files: OptionsOfFiles = NO_FILES,
): readonly Option[] {
  const source = choiceSourceOf(row);
  if (source !== undefined) return files.get(sourceKey(source)) ?? [];
  const { select_from_list_name: list } = row;
  if (list === undefined || selectsFromAnswers(row)) return [];
  const options = (content.choices ?? [])
    .filter((choice) => choice.list_name === list)
    .flatMap((choice) => {
      const name = choice.name ?? choice.$autovalue;
      return name === undefined ? [] : [{ name, labels: labelsOf(choice, content) }];
    });
  const lacksOther = row._or_other === true && !options.some(({ name }) => name === 'other');
  return lacksOther ? [...options, { name: 'other', labels: new Map() }] : options;
}

/** Whether the choices of a select are answers to another question (`select_one ${question}`), so that any text is valid. */
export function selectsFromAnswers(row: SurveyRow): boolean {
  return row.select_from_list_name?.startsWith('${') ?? false;
}

export function labelsOf({ label }: SurveyRow | Choice, { translations }: Content): Labels {
  const labels = new Map<string | null, string>();
  translations.forEach((language, index) => {
    const text = label?.[index];
    if (text !== undefined && text !== null) labels.set(language, text);
  });
  return labels;
}

/** The node name; an audit without a name is `audit`. */
export function rowName(row: SurveyRow): string | undefined {
  return row.type === 'audit' ? (row.name ?? 'audit') : (row.$autoname ?? row.name);
}

export function isDisabled({ disabled }: SurveyRow): boolean {
  return disabled === true || (typeof disabled === 'string' && parseYesNo(disabled) === true);
}

export function joinPath(path: string | undefined, name: string): string {
  return path === undefined ? name : `${path}/${name}`;
}
