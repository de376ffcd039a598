import { Compilation, resolveSource } from '../compilation';
import { FormNode, FormRepeat, FormRoot } from '../form/form-tree';
import { PlacedEntity } from '../read/entity-placement';
import { element, XmlElement } from '../xml/xml-tree';

/** XML namespace of ODK Entities (contract-xlsform 3.8). */
export const ENTITIES_NAMESPACE = 'http://www.opendatakit.org/xforms/entities';

/** Version of the ODK Entities specification: the later one if an entity is in a group or repeat. */
export function entitiesVersion(entities: readonly PlacedEntity[]): string {
  return entities.some(({ container }) => container.kind !== 'root') ? '2025.1.0' : '2024.1.0';
}

/** Entities whose `meta` is a child of the node. */
export function entitiesIn({ entities }: Compilation, node: FormNode | FormRoot): PlacedEntity[] {
  return entities.filter(({ container }) => container === node);
}

/** Repeat whose copies each create such an entity; null for an entity created once per submission. */
export function repeatOf({ container }: PlacedEntity): FormRepeat | null {
  return container.kind === 'repeat' ? container : container.repeat;
}

function createsEntity({ createIf, entityId, updateIf }: PlacedEntity): boolean {
  return createIf !== undefined || (entityId === undefined && updateIf === undefined);
}

/** Node `entity`, a child of `meta`: its attributes state the operation and the entity. */
export function entityNode(entity: PlacedEntity): XmlElement {
  const attributes = {
    dataset: entity.dataset,
    id: '',
    ...(entity.entityId === undefined
      ? {}
      : { update: '1', baseVersion: '', trunkVersion: '', branchId: '' }),
    ...(createsEntity(entity) ? { create: '1' } : {}),
  };
  return element('entity', attributes, entity.label === undefined ? [] : [element('label')]);
}

function pathOf({ container }: PlacedEntity): string {
  return `${container.path}/meta/entity`;
}

/**
 * Actions that assign an id to a new entity: when the form is opened, and in a repeat for each new copy. Empty for an
 * entity with `entity_id`.
 */
export function entityActions(entity: PlacedEntity): { inModel: XmlElement[]; inRepeat: XmlElement[] } {
  if (entity.entityId !== undefined) return { inModel: [], inRepeat: [] };
  const ref = `${pathOf(entity)}/@id`;
  const assignId = (event: string) =>
    element('setvalue', { ref, event, type: 'string', readonly: 'true()', value: 'uuid()' });
  return {
    inModel: [assignId('odk-instance-first-load')],
    inRepeat: repeatOf(entity) === null ? [] : [assignId('odk-new-repeat')],
  };
}

const VERSION_ATTRIBUTES = [
  ['baseVersion', '__version'],
  ['trunkVersion', '__trunkVersion'],
  ['branchId', '__branchId'],
] as const;

/** Once all instances are known: an update reads the version of its entity from the list. */
export function warnOfUnreadLists({ entities, secondary, log }: Compilation): void {
  for (const { entityId, dataset, row } of entities) {
    if (entityId === undefined || secondary.has(dataset)) continue;
    log.warn(
      { sheet: 'entities', row, column: 'entity_id' },
      `The form updates the list "${dataset}" but does not read it, so that collectors do not open it. Add a question of type "select_one_from_file ${dataset}.csv", or a row of type "csv-external" named "${dataset}".`,
    );
  }
}

/** Binds of the attributes and the label of an entity. */
export function entityBinds(compilation: Compilation, entity: PlacedEntity): XmlElement[] {
  const { createIf, updateIf, entityId, label, dataset } = entity;
  const bind = (target: string, source: string, column: string) =>
    element('bind', {
      nodeset: pathOf(entity) + target,
      calculate: resolve(compilation, entity, source, column),
      type: 'string',
      readonly: 'true()',
    });
  const optionalBind = (target: string, source: string | undefined, column: string) =>
    source === undefined ? [] : [bind(target, source, column)];
  return [
    ...optionalBind('/@create', createIf, 'create_if'),
    entityId === undefined
      ? element('bind', { nodeset: `${pathOf(entity)}/@id`, type: 'string', readonly: 'true()' })
      : bind('/@id', entityId, 'entity_id'),
    ...optionalBind('/@update', updateIf, 'update_if'),
    ...VERSION_ATTRIBUTES.flatMap(([attribute, column]) =>
      optionalBind(
        `/@${attribute}`,
        entityId && `instance('${dataset}')/root/item[name=${entityId}]/${column}`,
        'entity_id',
      ),
    ),
    ...optionalBind('/label', label, 'label'),
  ];
}

function resolve(compilation: Compilation, entity: PlacedEntity, source: string, column: string): string {
  const { container, row } = entity;
  // Context nodes are three steps below the container: meta, entity, label or attribute.
  const from = {
    path: `${pathOf(entity)}/label`,
    depth: container.depth + 3,
    repeat: repeatOf(entity),
  };
  return resolveSource(compilation, source, { from, at: { sheet: 'entities', row, column } });
}
