import type { InstanceDocument, InstanceElement } from '../submission/instance-document';
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
export function xmlPayload({ root }: InstanceDocument, subsetFields: readonly string[]): InstanceDocument {
  if (subsetFields.length === 0) return { root };
  const isChosen = isChosenBy(subsetFields);
  return { root: { ...root, children: chosenChildren(root, '', isChosen) } };
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

function chosenChildren(element: InstanceElement, at: string, isChosen: IsChosen): InstanceElement[] {
  return element.children.flatMap((child) => {
    const path = at === '' ? child.name : `${at}/${child.name}`;
    if (isChosen(path)) return [child];
    const children = chosenChildren(child, path, isChosen);
    return children.length > 0 ? [{ ...child, children }] : [];
  });
}
