import { InvalidError } from '../../domain/errors';
import { isLongerThan, unstorableReason } from '../../domain/text/unstorable-text';
import { knownText } from '../../language/message';
import { choiceField, formField, type Option } from '../page/form-field';
import { type FormErrors, type Sent, textOf } from '../page/handle-form';
import { html, type Html } from '../page/html';
import { answerOf } from './answer-cell';
import type { Answers } from '../../domain/submission/submission-json';
import { type FormColumn, type Language, labelOf, type QuestionColumn } from './form-columns';

/** Name of the field, and of its errors. */
const FIELD = 'answer';
const MAX_LENGTH = 10_000;

const EDITABLE: Readonly<Record<string, 'lines' | 'whole' | 'number' | 'date' | 'one' | 'several'>> = {
  text: 'lines',
  integer: 'whole',
  decimal: 'number',
  range: 'number',
  date: 'date',
  select_one: 'one',
  select_one_from_file: 'one',
  select_multiple: 'several',
  select_multiple_from_file: 'several',
};

/** Whether the answer can be typed or chosen in one field; other kinds are edited in the web form. */
export function isEditable(column: FormColumn): column is QuestionColumn {
  return column.kind !== 'repeat' && !column.isMetadata && kindOf(column) !== undefined;
}

function kindOf({ type, options, isLiteracyTest }: QuestionColumn): (typeof EDITABLE)[string] | undefined {
  // Its answer is a list of parameters before the words, some of them equal.
  if (isLiteracyTest) return undefined;
  const kind = EDITABLE[type];
  const isList = kind === 'one' || kind === 'several';
  return isList && options.size === 0 ? undefined : kind;
}

/**
 * Path of the answer; without one, of the question in the version of the submission, or in the newest version.
 * @throws InvalidError if that version has copies of the question in a repeat, of which the first would be changed
 */
export function answerPath(column: QuestionColumn, answers: Answers, versionUid: string | null): string {
  const answered = column.paths.find((path) => answerOf({ ...column, paths: [path] }, answers) !== undefined);
  if (answered !== undefined) return answered;
  const { key, versionPaths, repeatedIn } = column;
  const path = versionPaths.get(versionUid ?? '');
  if (path !== undefined) return path;
  const isInRepeat = key
    .split('/')
    .some((_, end, steps) => Array.isArray(answers[steps.slice(0, end + 1).join('/')]));
  if (isInRepeat || repeatedIn.has(versionUid ?? '')) throw new InvalidError(IN_REPEAT);
  return key;
}

const IN_REPEAT = 'In the form of this submission the question is in a repeat. Edit it in the web form.';

/** The stored answer as text; empty without one. */
export function storedAnswer(column: QuestionColumn, answers: Answers): string {
  const answer = answerOf(column, answers);
  if (answer === undefined) return '';
  return typeof answer === 'string' ? answer : JSON.stringify(answer);
}

/** Field for an answer, of the type of its question. */
export function answerField(
  column: QuestionColumn,
  value: string,
  language: Language,
  errors?: FormErrors,
): Html {
  const label = labelOf(column, language);
  const field = { name: FIELD, label, value, optional: true, autofocus: true };
  switch (kindOf(column)) {
    case 'one':
      return formField({ ...field, type: 'select', options: choicesOf(column, value, language) }, errors);
    case 'several':
      return severalField(column, value, language, errors);
    case 'date':
      // A date input is empty for what it can't show, such as an answer of a former type.
      return formField({ ...field, type: value === '' || isDay(value) ? 'date' : 'text' }, errors);
    case 'whole':
    case 'number':
      // A decimal is typed as text: a number input rounds by its step and hides what it cannot read.
      return formField(
        { ...field, type: 'text', inputMode: kindOf(column) === 'whole' ? 'numeric' : 'decimal' },
        errors,
      );
    case 'lines':
    case undefined:
      return formField({ ...field, type: 'lines' }, errors);
  }
}

/** The choices of the list, and the stored answer if it is none of them. */
function choicesOf({ options }: QuestionColumn, value: string, language: Language): Option[] {
  const choices = [...options.values()].map((option) => ({
    value: option.name,
    label: labelOf(option, language),
  }));
  const isOther = value !== '' && !options.has(value);
  return [{ value: '', label: '–' }, ...(isOther ? [{ value, label: value }] : []), ...choices];
}

function severalField(column: QuestionColumn, value: string, language: Language, errors?: FormErrors): Html {
  const chosen = new Set(namesOf(value));
  const others = [...chosen].filter((name) => !column.options.has(name));
  const error = errors?.fields[FIELD];
  return html`<fieldset>
    <legend>${labelOf(column, language)}</legend>
    ${[...column.options.values()].map((option) =>
      choiceField('checkbox', {
        name: FIELD,
        value: option.name,
        label: labelOf(option, language),
        checked: chosen.has(option.name),
      }),
    )}
    ${others.map((name) => choiceField('checkbox', { name: FIELD, value: name, label: name, checked: true }))}
    ${error !== undefined && html`<p class="wrong">${knownText(error)}</p>`}
  </fieldset>`;
}

const namesOf = (text: string): string[] => text.split(' ').filter((name) => name !== '');

/**
 * Reads the field; empty removes the answer.
 * @param stored answers that the list of choices need not have
 * @throws InvalidError on the field
 */
export function readAnswer(column: QuestionColumn, sent: Sent, stored = ''): string {
  const refuse = (message: string): never => {
    throw InvalidError.at(FIELD, message);
  };
  const kind = kindOf(column);
  if (kind === 'several') {
    const names = [sent[FIELD] ?? []].flat().map(textOf);
    const known = new Set([...column.options.keys(), ...namesOf(stored)]);
    if (names.some((name) => !known.has(name))) refuse('Choose from the list.');
    return [...known].filter((name) => names.includes(name)).join(' ');
  }
  const text = textOf(sent[FIELD]).replaceAll('\r\n', '\n').trim();
  if (text === '') return text;
  if (text === stored) return text;
  if (kind === 'one' && !column.options.has(text)) refuse('Choose from the list.');
  if (kind === 'whole' && !/^[-+]?\d{1,18}$/.test(text)) refuse('Enter a whole number.');
  if (kind === 'number' && !/^[-+]?(\d{1,18}(\.\d{0,18})?|\.\d{1,18})$/.test(text))
    refuse('Enter a number, such as 2.5.');
  if (kind === 'date' && !isDay(text)) refuse('Enter a date, such as 2026-03-01.');
  const reason = unstorableReason(text);
  if (reason !== undefined) refuse(`The text ${reason}.`);
  if (isLongerThan(MAX_LENGTH, text)) refuse(`At most ${MAX_LENGTH} characters. Shorten the text.`);
  return text;
}

function isDay(text: string): boolean {
  const day = new Date(text);
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text
  );
}
