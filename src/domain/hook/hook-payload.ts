import type { InstanceDocument } from '../submission/instance-document';
import { selectElements } from '../submission/instance-selection';
import type { JsonObject } from '../text/json-value';
import { PLACEHOLDER } from './hook-rules';

export interface PayloadOptions {
  /** Names, or paths with a slash, of questions; empty sends all. */
  readonly subsetFields: readonly string[];
  /** JSON with a placeholder for the submission; null sends the submission only. */
  readonly template: string | null;
}

/**
 * JSON body of a delivery (contract-data 8.1).
 * @param json the submission as its owner views it, with URL markers filled in
 */
export function jsonPayload(json: string, { subsetFields, template }: PayloadOptions): string {
  const payload =
    subsetFields.length === 0
      ? json
      : JSON.stringify(subsetOf(JSON.parse(json) as JsonObject, fieldSelector(subsetFields)));
  return template === null ? payload : template.replaceAll(PLACEHOLDER, () => payload);
}

/** Instance reduced to the selected elements and their descendants. */
export function xmlPayload(document: InstanceDocument, subsetFields: readonly string[]): InstanceDocument {
  return subsetFields.length === 0 ? document : selectElements(document, fieldSelector(subsetFields));
}

type IsSelected = (path: string) => boolean;

/** A name matches any segment of a path; a path matches itself and its descendants. */
function fieldSelector(fields: readonly string[]): IsSelected {
  return (path) =>
    fields.some((field) =>
      field.includes('/') ? path === field || path.startsWith(`${field}/`) : path.split('/').includes(field),
    );
}

function subsetOf(submission: JsonObject, isSelected: IsSelected): JsonObject {
  return Object.fromEntries(
    Object.entries(submission).flatMap(([path, value]) => {
      if (isSelected(path)) return [[path, value]];
      const rows = repetitionsOf(value).map((row) => subsetOf(row, isSelected));
      return rows.some((row) => Object.keys(row).length > 0) ? [[path, rows]] : [];
    }),
  );
}

/** Repetitions of a repeat, keyed by full path; empty for other values. */
function repetitionsOf(value: unknown): JsonObject[] {
  const isRow = (each: unknown): each is JsonObject => typeof each === 'object' && each !== null;
  return Array.isArray(value) && value.every(isRow) ? value : [];
}
