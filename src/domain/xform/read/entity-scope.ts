import { readReference, splitAtReferences } from '../expression/expression-tokens';
import { References } from '../expression/references';
import { FormNode, FormQuestion, FormRepeat, isInside } from '../form/form-tree';
import { ProblemLog } from '../form/problem-log';
import { EntityDeclaration } from './entity-declaration';
import { SavedProperty } from './entity-properties';

/** Nodes that an entity takes its values from: questions saved to it, and nodes that its expressions refer to. */
export interface EntitySources {
  readonly saved: readonly FormQuestion[];
  readonly references: readonly EntityReference[];
}

interface EntityReference {
  readonly node: FormNode;
  readonly column: string;
}

const EXPRESSIONS = [
  ['label', 'label'],
  ['entity_id', 'entityId'],
  ['create_if', 'createIf'],
  ['update_if', 'updateIf'],
] as const;

/** Finds the sources of an entity; unknown names are reported where expressions are resolved. */
export function sourcesOf(
  declaration: EntityDeclaration,
  saved: readonly SavedProperty[],
  references: References,
): EntitySources {
  return {
    saved: saved.flatMap(({ node, dataset }) =>
      node.kind === 'question' && dataset === declaration.dataset ? [node] : [],
    ),
    references: EXPRESSIONS.flatMap(([column, key]) =>
      splitAtReferences(declaration[key] ?? '').flatMap((piece) => {
        const name = readReference(piece)?.name;
        const node = name === undefined ? undefined : references.find(name);
        return node === undefined ? [] : [{ node, column }];
      }),
    ),
  };
}

/**
 * Repeat whose copies each create the entity, or null for one entity per submission: the one of the saved questions, else
 * the innermost one of the references. Sources of other repeats have no single answer for the entity and are refused.
 */
export function scopeOf(
  declaration: EntityDeclaration,
  { saved, references }: EntitySources,
  named: FormRepeat | undefined,
  log: ProblemLog,
): FormRepeat | null {
  const [first] = saved;
  const scope = named ?? (first === undefined ? innermostRepeat(references) : first.repeat);
  for (const node of saved) {
    if (node.repeat === scope) continue;
    log.refuse({ sheet: 'survey', row: node.row, column: 'save_to' }, strayProperty(scope));
  }
  for (const { node, column } of references) {
    if (node.repeat === null || node.repeat === scope) continue;
    if (scope !== null && isInside(scope, node.repeat)) continue;
    log.refuse(
      { sheet: 'entities', row: declaration.row, column },
      `"${node.name}" has an answer for each copy of the repeat "${node.repeat.name}", and the entity is created ${placeOf(scope)}. Calculate one value there and refer to that.`,
    );
  }
  return scope;
}

function innermostRepeat(references: readonly EntityReference[]): FormRepeat | null {
  let innermost: FormRepeat | null = null;
  for (const { repeat } of references.map(({ node }) => node)) {
    if (repeat !== null && (innermost === null || repeat.depth > innermost.depth)) innermost = repeat;
  }
  return innermost;
}

function strayProperty(scope: FormRepeat | null): string {
  return scope === null
    ? 'Answers inside a repeat can be many and the entity is one. Move save_to to a question outside the repeat.'
    : `The entity is created ${placeOf(scope)}. Move save_to to a question directly in that repeat.`;
}

function placeOf(scope: FormRepeat | null): string {
  return scope === null ? 'once per submission' : `in the repeat "${scope.name}"`;
}
