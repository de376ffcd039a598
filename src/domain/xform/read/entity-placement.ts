import { References } from '../expression/references';
import { readReference, splitAtReferences } from '../expression/expression-tokens';
import {
  descendants,
  FormContainer,
  FormNode,
  FormQuestion,
  FormRepeat,
  FormRoot,
  isInside,
} from '../form/form-tree';
import { ProblemLog } from '../form/problem-log';
import { EntityDeclaration } from './entity-declaration';
import { readSavedProperty, SavedProperty, validateProperties } from './entity-properties';

/** Entity with its container: created once per submission, or once per copy of a repeat. */
export interface PlacedEntity extends EntityDeclaration {
  readonly container: FormContainer;
}

/** Entity with the containers that can hold it, innermost first. */
interface UnplacedEntity {
  readonly declaration: EntityDeclaration;
  readonly sources: EntitySources;
  readonly candidates: readonly FormContainer[];
}

/**
 * Finds the container of each entity (decision 52): in the repeat that its values come from, the innermost that holds
 * all questions saved to it. A container holds one entity, and an answer is saved to the nearest entity around it.
 * Validates the save_to column as well; problems go to the log.
 */
export function placeEntities(
  declarations: readonly EntityDeclaration[],
  root: FormRoot,
  references: References,
  log: ProblemLog,
): PlacedEntity[] {
  const saved = [...descendants(root)].flatMap((node) => readSavedProperty(node, declarations, log) ?? []);
  validateProperties(saved, log);
  const unplaced = declarations.map((declaration): UnplacedEntity => {
    const named = namedRepeat(declaration, references, log);
    const sources = sourcesOf(declaration, saved, references);
    const scope = scopeOf(declaration, sources, named, log);
    const isOnlyOne = declarations.length === 1 && scope === null;
    const boundary = scope ?? root;
    const innermost = named ?? (isOnlyOne ? root : innermostContainer(sources, boundary));
    return { declaration, sources, candidates: containersFrom(innermost, boundary) };
  });
  return allocate(unplaced, log);
}

/** The container that holds all saved questions; without any, the deepest one, first in the sheet, of a node referred to. */
function innermostContainer(
  { saved, references }: EntitySources,
  scope: FormRepeat | FormRoot,
): FormContainer {
  const repeat = scope.kind === 'repeat' ? scope : null;
  const [first, ...others] = saved;
  if (first !== undefined) {
    return others.reduce((container, node) => commonContainer(container, node), first.parent);
  }
  let deepest: FormContainer = scope;
  const inOrder = [...references].sort((one, other) => one.node.row - other.node.row);
  for (const { node } of inOrder) {
    if (node.repeat === repeat && node.parent.depth > deepest.depth) deepest = node.parent;
  }
  return deepest;
}

function commonContainer(container: FormContainer, node: FormNode): FormContainer {
  let common = container;
  while (common.parent !== null && !node.path.startsWith(`${common.path}/`)) common = common.parent;
  return common;
}

function containersFrom(innermost: FormContainer, boundary: FormContainer): FormContainer[] {
  const containers = [innermost];
  for (let at = innermost; at !== boundary && at.parent !== null; at = at.parent) containers.push(at.parent);
  return containers;
}

/** Gives each entity, in the order of the sheet, the innermost of its containers that is free. */
function allocate(unplaced: readonly UnplacedEntity[], log: ProblemLog): PlacedEntity[] {
  const reserved = containersOfSaved(unplaced);
  const taken = new Map<FormContainer, EntityDeclaration>();
  return unplaced.map(({ declaration, candidates }) => {
    const holder = (container: FormContainer) =>
      taken.get(container) ?? reserved.get(container)?.find(({ dataset }) => dataset !== declaration.dataset);
    const free = candidates.find((container) => holder(container) === undefined);
    const container = free ?? candidates[0]!;
    if (free === undefined) refuseConflict(declaration, holder(container)!, log);
    else taken.set(free, declaration);
    return { ...declaration, container };
  });
}

/** Containers between an entity and the questions saved to it: an entity of another list there would get their answers. */
function containersOfSaved(
  unplaced: readonly UnplacedEntity[],
): ReadonlyMap<FormContainer, readonly EntityDeclaration[]> {
  const reserved = new Map<FormContainer, EntityDeclaration[]>();
  for (const { declaration, sources, candidates } of unplaced) {
    const own = new Set(sources.saved.flatMap(({ parent }) => containersFrom(parent, candidates[0]!)));
    for (const container of own) reserved.set(container, [...(reserved.get(container) ?? []), declaration]);
  }
  return reserved;
}

/** Reports a pair once, at the later of their rows. */
function refuseConflict(one: EntityDeclaration, other: EntityDeclaration, log: ProblemLog): void {
  if (one.dataset === other.dataset) return;
  const [first, second] = one.row < other.row ? [one, other] : [other, one];
  log.refuse(
    { sheet: 'entities', row: second.row, column: 'list_name' },
    `The entities "${first.dataset}" and "${second.dataset}" would be created in the same place. Put the questions of each into a group or repeat of their own.`,
  );
}

function namedRepeat(
  { row, repeat }: EntityDeclaration,
  references: References,
  log: ProblemLog,
): FormRepeat | undefined {
  if (repeat === undefined) return undefined;
  const at = { sheet: 'entities', row, column: 'repeat' };
  const reference = readReference(repeat);
  const target = reference === null ? undefined : references.resolve(reference.name, at);
  if (target?.kind === 'repeat') return target;
  if (reference !== null && target === undefined) return undefined;
  return log.refuse(
    at,
    `"${repeat}" is not a repeat. Write the name of one, such as \${trees}, or leave the cell empty.`,
  );
}

/** Nodes that an entity takes its values from: questions saved to it, and nodes that its expressions refer to. */
interface EntitySources {
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
function sourcesOf(
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
function scopeOf(
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
