import { Compilation, judgeSyntax } from '../compilation';
import { FormNode, FormRepeat, FormRoot } from '../form/form-tree';
import { PlacedEntity } from '../read/entity-placement';
import { element, XmlElement } from '../xml/xml-tree';

/** How the XForm says what happens to an entity (contract-xlsform 3.8, ODK Entities). */

export const ENTITIES_NAMESPACE = 'http://www.opendatakit.org/xforms/entities';

/** The version of the specification that the form needs: the later one for entities made elsewhere than once a form. */
export function entitiesVersion(entities: readonly PlacedEntity[]): string {
  return entities.some(({ container }) => container.kind !== 'root') ? '2025.1.0' : '2024.1.0';
}

/** The entities whose `meta` stands directly in a node. */
export function entitiesIn({ entities }: Compilation, node: FormNode | FormRoot): PlacedEntity[] {
  return entities.filter(({ container }) => container === node);
}

/** The repeat whose copies each make such an entity; null for one that is made once. */
export function repeatOf({ container }: PlacedEntity): FormRepeat | null {
  return container.kind === 'repeat' ? container : container.repeat;
}

function createsEntity({ createIf, entityId, updateIf }: PlacedEntity): boolean {
  return createIf !== undefined || (entityId === undefined && updateIf === undefined);
}

/** `entity`, which stands in a `meta`: says by its attributes what happens to which entity. */
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
 * Actions that give a new entity its id: as the form is opened, and in a repeat for each further copy. One that the
 * form finds by `entity_id` has an id, also when it is created if there is none.
 */
export function entityActions(entity: PlacedEntity): { inModel: XmlElement[]; inRepeat: XmlElement[] } {
  if (entity.entityId !== undefined) return { inModel: [], inRepeat: [] };
  const makeId = (event: string) =>
    element('setvalue', {
      ref: `${pathOf(entity)}/@id`,
      event,
      type: 'string',
      readonly: 'true()',
      value: 'uuid()',
    });
  return {
    inModel: [makeId('odk-instance-first-load')],
    inRepeat: repeatOf(entity) === null ? [] : [makeId('odk-new-repeat')],
  };
}

/** Where the list of entities on the device keeps what the server knows of each. */
const KNOWN_VERSIONS = [
  ['baseVersion', '__version'],
  ['trunkVersion', '__trunkVersion'],
  ['branchId', '__branchId'],
] as const;

/** The binds that fill in the entity. */
export function entityBinds(compilation: Compilation, entity: PlacedEntity): XmlElement[] {
  const { createIf, updateIf, entityId, label, dataset } = entity;
  const computed = (target: string, source: string, column: string) =>
    element('bind', {
      nodeset: pathOf(entity) + target,
      calculate: resolve(compilation, entity, source, column),
      type: 'string',
      readonly: 'true()',
    });
  const ifGiven = (target: string, source: string | undefined, column: string) =>
    source === undefined ? [] : [computed(target, source, column)];
  return [
    ...ifGiven('/@create', createIf, 'create_if'),
    entityId === undefined
      ? element('bind', { nodeset: `${pathOf(entity)}/@id`, type: 'string', readonly: 'true()' })
      : computed('/@id', entityId, 'entity_id'),
    ...ifGiven('/@update', updateIf, 'update_if'),
    ...KNOWN_VERSIONS.flatMap(([attribute, known]) =>
      ifGiven(
        `/@${attribute}`,
        entityId && `instance('${dataset}')/root/item[name=${entityId}]/${known}`,
        'entity_id',
      ),
    ),
    ...ifGiven('/label', label, 'label'),
  ];
}

function resolve(compilation: Compilation, entity: PlacedEntity, source: string, column: string): string {
  const { container, row } = entity;
  const at = { sheet: 'entities', row, column };
  compilation.secondary.noteExpression(source, at);
  judgeSyntax(source, at, compilation.log);
  // All that is computed stands three steps below the container: meta, entity, and a label or an attribute.
  const from = {
    depth: container.depth + 3,
    repeat: repeatOf(entity),
  };
  return compilation.references.expression(source, { from, at });
}
