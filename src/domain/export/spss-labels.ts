import type { MergedField } from '../form-history/merged-schema';
import { systemColumns } from './system-column';
import type { ExportedForm, ExportPlan } from './export-plan';
import { languagesOf } from './export-labels';
import { isPoint, POINT_PARTS } from '../geo/geometry';
import { isOther, listedChoices } from './select-columns';
import { labelIn } from './column-group';

export type SpssEntry =
  | { readonly name: string; readonly label: string }
  | { readonly name: string; readonly values: readonly { readonly name: string; readonly label: string }[] };

/** Line limit of SPSS syntax. */
const MAX_LINE_BYTES = 251;
const LINE_END = '\r\n';
const CONTINUATION = " + '";
const ELLIPSIS = '…';

/** SPSS command with one entry per variable. */
function spssStatement(command: string, entries: readonly SpssEntry[]): string {
  const lines = entries.flatMap((entry, index) => {
    const name = ` ${index === 0 ? '' : '/'}${entry.name}`;
    if ('label' in entry) return quotedLines(`${name} `, entry.label);
    return [
      name,
      ...entry.values.flatMap((value) => quotedLines(` ${quotedLiteral(value.name)} `, value.label)),
    ];
  });
  return [command, ...lines, ' .', ''].join(LINE_END);
}

/** Truncates to `maxBytes` of UTF-8 on a character boundary, with a final `…`. */
function truncateBytes(text: string, maxBytes: number): string {
  if (byteLength(text) <= maxBytes) return text;
  let result = '';
  let bytes = byteLength(ELLIPSIS);
  for (const character of text) {
    bytes += byteLength(character);
    if (bytes > maxBytes) break;
    result += character;
  }
  return result + ELLIPSIS;
}

/** Literal after `start`, split into concatenated lines. */
function quotedLines(start: string, text: string): string[] {
  const lines: string[] = [];
  let line = `${start}'`;
  let bytes = byteLength(line) + 1;
  for (const character of text) {
    const escaped = escapeCharacter(character);
    const size = byteLength(escaped);
    if (bytes + size > MAX_LINE_BYTES) {
      lines.push(`${line}'`);
      line = CONTINUATION;
      bytes = byteLength(line) + 1;
    }
    line += escaped;
    bytes += size;
  }
  return [...lines, `${line}'`];
}

function quotedLiteral(text: string): string {
  return `'${[...text].map(escapeCharacter).join('')}'`;
}

function escapeCharacter(character: string): string {
  if (character === "'") return "''";
  if (character === '\r') return '';
  return character === '\n' ? '\\n' : character;
}

function byteLength(text: string): number {
  return Buffer.byteLength(text);
}

/** Limits of SPSS on labels, and the part of a choice label that the question may take. */
const MAX_LABEL_BYTES = 255;
const MAX_VALUE_LABEL_BYTES = 120;
const MAX_QUESTION_PART_BYTES = 127;

/** SPSS syntax file with labels of variables and values. */
export interface SpssFile {
  readonly name: string;
  readonly text: string;
}

/** One file per language (contract-data 7.3), for questions of the newest version with the choices of all versions. */
export function spssFiles(plan: ExportPlan, { title, versions }: ExportedForm): SpssFile[] {
  const newest = versions.at(-1)?.uid ?? '';
  const fields = plan.sections
    .flatMap(({ questions }) => questions.map(({ field }) => field))
    .filter(({ paths }) => paths.has(newest));
  return languagesOf(versions).map((language) => ({
    name: [title, ...(language === null ? [] : [language]), 'SPSS labels.sps'].join(' - '),
    text: `\ufeff${variableLabels(fields, language)}${valueLabels(fields, language)}`,
  }));
}

function variableLabels(fields: readonly MergedField[], language: string | null): string {
  const system = systemColumns(false, false).map(({ name }) => ({ name, label: name }));
  return spssStatement('VARIABLE LABELS', [
    ...fields.flatMap((field) => questionVariables(field, language)),
    ...system,
  ]);
}

function questionVariables(field: MergedField, language: string | null): SpssEntry[] {
  const { type } = field;
  const name = variableName(field);
  const label = labelIn(field, language);
  const question = { name, label: truncateBytes(label, MAX_LABEL_BYTES) };
  if (isPoint(type)) {
    const parts = POINT_PARTS.map((part) => ({
      name: `_${name}_${part}`,
      label: truncateBytes(`_${label}_${part}`, MAX_LABEL_BYTES),
    }));
    return [question, ...parts];
  }
  if (!type.startsWith('select_multiple')) return [question];
  const questionPart = truncateBytes(label, MAX_QUESTION_PART_BYTES);
  // `<name>_other` is the text beside it.
  const choices = listedChoices(field)
    .filter((option) => !isOther(option, field.row))
    .map((option) => ({
      name: `${name}_${option.name}`,
      label: truncateBytes(`${questionPart} :: ${labelIn(option, language)}`, MAX_LABEL_BYTES),
    }));
  return [question, ...choices];
}

/** SPSS allows no slash in the name of a variable. */
function variableName({ name }: Pick<MergedField, 'name'>): string {
  return name.replaceAll('/', '_');
}

function valueLabels(fields: readonly MergedField[], language: string | null): string {
  const selects = fields.filter(({ type }) => type.startsWith('select_one'));
  if (selects.length === 0) return '';
  return spssStatement(
    'VALUE LABELS',
    selects.map((field) => ({
      name: variableName(field),
      values: listedChoices(field)
        .filter((option) => !isOther(option, field.row))
        .map((option) => ({
          name: option.name,
          label: truncateBytes(labelIn(option, language), MAX_VALUE_LABEL_BYTES),
        })),
    })),
  );
}
