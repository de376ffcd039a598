import type { InstanceDocument } from '../submission/instance-document';
import { selectElements } from '../submission/instance-selection';
import { PLACEHOLDER } from './hook-rules';

/** What a hook sends of a submission. */
export interface PayloadShape {
  /** Questions by name, or by path where there is a slash; empty sends everything. */
  readonly subsetFields: readonly string[];
  /** JSON with a placeholder; null sends the submission as it is. */
  readonly template: string | null;
}

/**
 * The body of a delivery in JSON (contract-data 8.1).
 * @param json the submission as its owner reads it, without markers
 */
export function jsonPayload(json: string, { subsetFields, template }: PayloadShape): string {
  const shown =
    subsetFields.length === 0
      ? json
      : JSON.stringify(subsetOf(JSON.parse(json) as JsonObject, isChosenBy(subsetFields)));
  return template === null ? shown : template.replaceAll(PLACEHOLDER, () => shown);
}

/** The instance with the chosen elements alone, each with all that is inside it. */
export function xmlPayload(document: InstanceDocument, subsetFields: readonly string[]): InstanceDocument {
  return subsetFields.length === 0 ? document : selectElements(document, isChosenBy(subsetFields));
}

type IsChosen = (path: string) => boolean;
type JsonObject = Readonly<Record<string, unknown>>;

/** A name stands for itself anywhere in a path; a path for itself and what is inside. */
function isChosenBy(fields: readonly string[]): IsChosen {
  return (path) =>
    fields.some((field) =>
      field.includes('/') ? path === field || path.startsWith(`${field}/`) : path.split('/').includes(field),
    );
}

function subsetOf(submission: JsonObject, isChosen: IsChosen): JsonObject {
  return Object.fromEntries(
    Object.entries(submission).flatMap(([path, value]) => {
      if (isChosen(path)) return [[path, value]];
      const rows = repetitionsOf(value).map((row) => subsetOf(row, isChosen));
      return rows.some((row) => Object.keys(row).length > 0) ? [[path, rows]] : [];
    }),
  );
}

/** The repetitions of a repeat, whose keys are whole paths; what the service adds is no repeat. */
function repetitionsOf(value: unknown): JsonObject[] {
  const isRow = (each: unknown): each is JsonObject => typeof each === 'object' && each !== null;
  return Array.isArray(value) && value.every(isRow) ? value : [];
}
