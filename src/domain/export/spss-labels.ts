import type { MergedField } from '../form-history/merged-schema';
import { copiedColumns } from './copied-column';
import type { ExportedForm, ExportPlan } from './export-plan';
import { labelIn } from './label-style';
import { isPoint, POINT_PARTS } from './question-columns';
import { isOther } from './select-columns';
import { cutTo, spssStatement, type SpssEntry } from './spss-text';

/** Bytes of a variable's label, of a value's, and of what of a question's stands before a choice's. */
const MOST_LABEL = 255;
const MOST_VALUE_LABEL = 120;
const MOST_QUESTION_PART = 127;

/** A file of commands that label the variables of an export. */
export interface SpssFile {
  readonly name: string;
  readonly text: string;
}

/**
 * One file for each language: what the variables and their values are called (contract-data 7.3). Of the questions those
 * of the newest version, with the choices of all.
 */
export function spssFiles(plan: ExportPlan, { title, versions }: ExportedForm): SpssFile[] {
  const newest = versions.at(-1)?.uid ?? '';
  const fields = plan.sections
    .flatMap(({ questions }) => questions.map(({ field }) => field))
    .filter(({ paths }) => paths.has(newest));
  const languages = new Set(versions.flatMap(({ content }) => content.translations));
  return [...languages].map((language) => ({
    name: [title, ...(language === null ? [] : [language]), 'SPSS labels.sps'].join(' - '),
    text: `\ufeff${variables(fields, language)}${values(fields, language)}`,
  }));
}

function variables(fields: readonly MergedField[], language: string | null): string {
  const system = copiedColumns(false, false).map(({ name }) => ({ name, label: name }));
  return spssStatement('VARIABLE LABELS', [
    ...fields.flatMap((field) => variablesOf(field, language)),
    ...system,
  ]);
}

function variablesOf(field: MergedField, language: string | null): SpssEntry[] {
  const { name, type } = field;
  const label = labelIn(field, language);
  const question = { name, label: cutTo(label, MOST_LABEL) };
  if (isPoint(type)) {
    const parts = POINT_PARTS.map((part) => ({
      name: `_${name}_${part}`,
      label: cutTo(`_${label}_${part}`, MOST_LABEL),
    }));
    return [question, ...parts];
  }
  if (!type.startsWith('select_multiple')) return [question];
  const before = cutTo(label, MOST_QUESTION_PART);
  const choices = field.options.map((option) => ({
    name: `${name}_${option.name}`,
    label: cutTo(`${before} :: ${labelIn(option, language)}`, MOST_LABEL),
  }));
  return [question, ...choices];
}

function values(fields: readonly MergedField[], language: string | null): string {
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
          label: cutTo(labelIn(option, language), MOST_VALUE_LABEL),
        })),
    })),
  );
}
