import { VALIDATION_STATUSES } from '../../domain/submission/validation-status';
import { startOfDay, type TimeZone, UTC } from '../../domain/time-zone';
import type { JsonObject } from '../../domain/text/json-members';
import { readTypedNumber } from '../../domain/text/lossless-json';
import type { QuestionColumn } from './form-columns';

/** How a column is filtered: which inputs its filter has. */
export type FilterKind = 'text' | 'range' | 'days' | 'option' | 'presence';

/** Submitted values of one column's filter; empty ones are absent. */
export interface FilterValues {
  readonly has?: string;
  readonly is?: string;
  readonly from?: string;
  readonly to?: string;
}

export const FILTER_PARTS = ['has', 'is', 'from', 'to'] as const satisfies readonly (keyof FilterValues)[];

/** Values of `is` that are not the name of a choice. */
export const ANSWERED = '+';
export const UNANSWERED = '-';

const MAX_TEXT = 90;
const DAY_MS = 86_400_000;

/** Longer lists of choices are searched by the name of the choice. */
const MAX_OPTIONS = 200;

export function filterKind({ kind, options }: Pick<QuestionColumn, 'kind' | 'options'>): FilterKind {
  switch (kind) {
    case 'number':
      return 'range';
    case 'date':
    case 'time':
      return 'days';
    case 'choice':
    case 'choices':
      return options.size > MAX_OPTIONS ? 'text' : 'option';
    case 'place':
    case 'image':
    case 'file':
      return 'presence';
    case 'text':
      return 'text';
  }
}

/** Conditions of a question in the syntax of the data list's `query`; none for values that can't be used. */
export function questionConditions(column: QuestionColumn, values: FilterValues): JsonObject[] {
  const conditions = valueConditions(filterKind(column), column, values);
  return conditions.map((condition) => onAnyPath(column.paths, condition));
}

/** Conditions of a repeat: whether it has repetitions. */
export function repeatConditions(paths: readonly string[], { is }: FilterValues): JsonObject[] {
  const condition = presence(is);
  return condition === undefined ? [] : [onAnyPath(paths, condition)];
}

export function statusConditions({ is }: FilterValues): JsonObject[] {
  const key = '_validation_status.uid';
  if (is === UNANSWERED) return [{ [key]: { $exists: false } }];
  return is !== undefined && Object.hasOwn(VALIDATION_STATUSES, is) ? [{ [key]: is }] : [];
}

export function submitterConditions({ has }: FilterValues): JsonObject[] {
  return has === undefined ? [] : [{ _submitted_by: contains(has) }];
}

/** Days are those of the zone, whose times are written in UTC. */
export function submissionTimeConditions(values: FilterValues, zone: TimeZone): JsonObject[] {
  const startOf = (day: string): string =>
    zone === UTC ? day : startOfDay(zone, day).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
  return dayConditions(values, startOf).map((condition) => ({ _submission_time: condition }));
}

function valueConditions(
  filter: FilterKind,
  { kind }: Pick<QuestionColumn, 'kind'>,
  { has, is, from, to }: FilterValues,
): JsonObject[] {
  switch (filter) {
    case 'text':
      return has === undefined ? [] : [contains(has)];
    case 'range':
      return [...bound('$gte', from), ...bound('$lte', to)];
    case 'days':
      return dayConditions({ ...(from && { from }), ...(to && { to }) });
    case 'presence':
      return [presence(is)].filter((each) => each !== undefined);
    case 'option': {
      if (is === undefined) return [];
      const answered = presence(is);
      if (answered !== undefined) return [answered];
      return [
        kind === 'choices' ? { $regex: `(^| )${escapePattern(is.slice(0, MAX_TEXT))}( |$)` } : { $eq: is },
      ];
    }
  }
}

function presence(is: string | undefined): JsonObject | undefined {
  if (is === ANSWERED) return { $exists: true };
  return is === UNANSWERED ? { $exists: false } : undefined;
}

function contains(text: string): JsonObject {
  return { $regex: escapePattern(text.slice(0, MAX_TEXT)), $options: 'i' };
}

function bound(operator: '$gte' | '$lte', text: string | undefined): JsonObject[] {
  const number = text === undefined ? undefined : readTypedNumber(text);
  return number === undefined ? [] : [{ [operator]: number }];
}

/** Times are compared as text, so that the day after the last one bounds them. */
function dayConditions({ from, to }: FilterValues, startOf = (day: string): string => day): JsonObject[] {
  const [first, last] = [dayOf(from), dayOf(to)];
  return [
    ...(first === undefined ? [] : [{ $gte: startOf(first.toISOString().slice(0, 10)) }]),
    ...(last === undefined
      ? []
      : [{ $lt: startOf(new Date(last.getTime() + DAY_MS).toISOString().slice(0, 10)) }]),
  ];
}

function dayOf(text: string | undefined): Date | undefined {
  const day = text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(text) : undefined;
  return day === undefined || Number.isNaN(day.getTime()) ? undefined : day;
}

/** A question may have had other paths in older versions. An answer that is missing is missing under all. */
function onAnyPath(paths: readonly string[], condition: JsonObject): JsonObject {
  const conditions = paths.map((path) => ({ [path]: condition }));
  if (conditions.length === 1) return conditions[0]!;
  return condition['$exists'] === false ? { $and: conditions } : { $or: conditions };
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.|?*+()[\]{}/#-]/g, '\\$&');
}
