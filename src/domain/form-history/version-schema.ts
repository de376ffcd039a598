import type { Choice, Content, SurveyRow } from '../content/content';

/** Language (null for the column without one) → text. A language without a text is not in it. */
export type Labels = ReadonlyMap<string | null, string>;

/** A group or repeat around a field. */
export interface Container {
  readonly name: string;
  readonly labels: Labels;
}

/** A choice of a select question or ranking. */
export interface Option {
  readonly name: string;
  readonly labels: Labels;
}

/** A question of one version, notes and calculations included. */
export interface Field {
  /** Name of the innermost repeat around it; '' at the top level. */
  readonly section: string;
  readonly name: string;
  /** Type of the row; `text` for a select whose choices come from answers. */
  readonly type: string;
  /** Key of its answer in the JSON of a submission. */
  readonly path: string;
  readonly labels: Labels;
  /** In the order of their list; empty for a question without choices. */
  readonly options: readonly Option[];
  /** From the outside in. */
  readonly containers: readonly Container[];
  /** For whatever else an export or report wants: `tags`, `appearance`, `$kuid`. */
  readonly row: SurveyRow;
}

/** The top level of a form, or one of its repeats. */
export interface Section {
  /** Name of the repeat; '' for the top level. */
  readonly name: string;
  /** Path of the repeat; '' for the top level. */
  readonly path: string;
  /** Name of the section that it lies in; undefined for the top level. */
  readonly parent: string | undefined;
  /** What devices answer, then the others in the order of the form. */
  readonly fields: readonly Field[];
}

/** What devices answer by themselves; it stands first, wherever the form has it. */
const METADATA: ReadonlySet<string> = new Set([
  'audit',
  'deviceid',
  'email',
  'end',
  'phonenumber',
  'simserial',
  'start',
  'start-geopoint',
  'subscriberid',
  'today',
  'username',
]);

/** Types that leave no node in an instance. */
const WITHOUT_NODE = new Set(['xml-external', 'csv-external']);

interface OpenSection extends Section {
  readonly fields: Field[];
}

interface OpenContainer extends Container {
  readonly path: string;
  readonly section: OpenSection;
}

/**
 * The sections of one version, the top level first, then the repeats in the order of the form. Disabled rows and rows
 * without a name are left out. A select with `or_other` brings the option `other` and a text field `<name>_other`.
 */
export function readSections(content: Content): Section[] {
  const top: OpenSection = { name: '', path: '', parent: undefined, fields: [] };
  const sections = [top];
  const open: OpenContainer[] = [];
  for (const row of content.survey) {
    const name = rowName(row);
    const around = open.at(-1);
    if (row.type.startsWith('end_')) {
      open.pop();
    } else if (row.type.startsWith('begin_')) {
      const path = joined(around?.path, name ?? '');
      let section = around?.section ?? top;
      if (row.type === 'begin_repeat') {
        section = { name: name ?? '', path, parent: section.name, fields: [] };
        sections.push(section);
      }
      open.push({ name: name ?? '', labels: labelsOf(row, content), path, section });
    } else if (name !== undefined && !WITHOUT_NODE.has(row.type) && !isDisabled(row)) {
      const section = row.type === 'audit' ? top : (around?.section ?? top);
      section.fields.push(...readFields(row, name, section.name, open, content));
    }
  }
  return sections.map((section) => ({ ...section, fields: metadataFirst(section.fields) }));
}

function metadataFirst(fields: readonly Field[]): Field[] {
  const isMetadata = ({ type }: Field): boolean => METADATA.has(type);
  return [...fields.filter(isMetadata), ...fields.filter((field) => !isMetadata(field))];
}

function readFields(
  row: SurveyRow,
  name: string,
  section: string,
  open: readonly OpenContainer[],
  content: Content,
): Field[] {
  const base = { section, containers: open.map(({ name, labels }) => ({ name, labels })), row };
  const inside = open.at(-1)?.path;
  const path = row.type === 'audit' ? `meta/${name}` : joined(inside, name);
  const field: Field = {
    ...base,
    name,
    type: choosesAmongAnswers(row) ? 'text' : row.type,
    path,
    labels: labelsOf(row, content),
    options: optionsOf(row, content),
  };
  if (row._or_other !== true) return [field];
  const other = `${name}_other`;
  return [
    field,
    { ...base, name: other, type: 'text', path: joined(inside, other), labels: new Map(), options: [] },
  ];
}

function optionsOf(row: SurveyRow, content: Content): Option[] {
  const { select_from_list_name: list } = row;
  if (list === undefined || choosesAmongAnswers(row)) return [];
  const options = (content.choices ?? [])
    .filter((choice) => choice.list_name === list)
    .flatMap((choice) => {
      const name = choice.name ?? choice.$autovalue;
      return name === undefined ? [] : [{ name, labels: labelsOf(choice, content) }];
    });
  const lacksOther = row._or_other === true && !options.some(({ name }) => name === 'other');
  return lacksOther ? [...options, { name: 'other', labels: new Map() }] : options;
}

/** `select_one ${question}`: the choices are what was answered elsewhere, so the answer is any text. */
export function choosesAmongAnswers(row: SurveyRow): boolean {
  return row.select_from_list_name?.startsWith('${') ?? false;
}

function labelsOf({ label }: SurveyRow | Choice, { translations }: Content): Labels {
  const labels = new Map<string | null, string>();
  translations.forEach((language, index) => {
    const text = label?.[index];
    if (text !== undefined && text !== null) labels.set(language, text);
  });
  return labels;
}

/** The name that the form uses: an audit without one is called so. */
function rowName(row: SurveyRow): string | undefined {
  return row.type === 'audit' ? (row.name ?? 'audit') : (row.$autoname ?? row.name);
}

function isDisabled({ disabled }: SurveyRow): boolean {
  return disabled === true || (typeof disabled === 'string' && /^(yes|true)(\(\))?$/i.test(disabled));
}

function joined(path: string | undefined, name: string): string {
  return path === undefined ? name : `${path}/${name}`;
}
