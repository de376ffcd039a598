import type { MergedField } from '../form-history/merged-schema';
import { systemColumns } from './system-column';
import type { ExportedForm, ExportPlan } from './export-plan';
import { languagesOf } from './export-labels';
import { isPoint, POINT_PARTS } from '../geo/geometry';
import { isOther } from './select-columns';
import { truncateBytes, spssStatement, type SpssEntry } from './spss-text';
import { labelIn } from './column-group';

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
  const { name, type } = field;
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
  const choices = field.options.map((option) => ({
    name: `${name}_${option.name}`,
    label: truncateBytes(`${questionPart} :: ${labelIn(option, language)}`, MAX_LABEL_BYTES),
  }));
  return [question, ...choices];
}

function valueLabels(fields: readonly MergedField[], language: string | null): string {
  const selects = fields.filter(({ type }) => type.startsWith('select_one'));
  if (selects.length === 0) return '';
  return spssStatement(
    'VALUE LABELS',
    selects.map(({ name, options, row }) => ({
      name,
      values: options
        .filter((option) => !isOther(option, row))
        .map((option) => ({
          name: option.name,
          label: truncateBytes(labelIn(option, language), MAX_VALUE_LABEL_BYTES),
        })),
    })),
  );
}
