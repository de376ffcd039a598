import { Compilation, warnOfSlip } from '../compilation';
import { EntityDeclaration } from '../read/entity-declaration';
import { element, XmlElement } from '../xml/xml-tree';

/** How the XForm says what happens to an entity (contract-xlsform 3.8, ODK Entities 2024.1.0). */

export const ENTITIES_VERSION = '2024.1.0';
export const ENTITIES_NAMESPACE = 'http://www.opendatakit.org/xforms/entities';

/** `meta/entity`: says by its attributes what happens to which entity. */
export function entityNode(entity: EntityDeclaration): XmlElement {
  const creates =
    entity.createIf !== undefined || (entity.entityId === undefined && entity.updateIf === undefined);
  const updates = entity.entityId !== undefined;
  const attributes = {
    dataset: entity.dataset,
    id: '',
    ...(updates ? { update: '1', baseVersion: '', trunkVersion: '', branchId: '' } : {}),
    ...(creates ? { create: '1' } : {}),
  };
  return element('entity', attributes, entity.label === undefined ? [] : [element('label')]);
}

/** The binds and the action that fill in `meta/entity`. */
export function entityBinds(compilation: Compilation, entity: EntityDeclaration): XmlElement[] {
  const { survey, references, secondary } = compilation;
  const path = `${survey.root.path}/meta/entity`;
  const resolve = (source: string, column: string) => {
    const at = { sheet: 'entities', row: entity.row, column };
    secondary.noteExpression(source, at);
    warnOfSlip(source, at, compilation.log);
    return references.expression(source, { from: survey.root, at });
  };
  const computed = (target: string, calculate: string) =>
    element('bind', { nodeset: path + target, calculate, type: 'string', readonly: 'true()' });
  const { createIf, updateIf, entityId, label } = entity;
  const id = entityId === undefined ? undefined : resolve(entityId, 'entity_id');
  const binds: XmlElement[] = [];
  if (createIf !== undefined) binds.push(computed('/@create', resolve(createIf, 'create_if')));
  binds.push(element('bind', { nodeset: `${path}/@id`, type: 'string', readonly: 'true()', calculate: id }));
  if (createIf !== undefined || id === undefined) {
    binds.push(
      element('setvalue', {
        ref: `${path}/@id`,
        event: 'odk-instance-first-load',
        type: 'string',
        readonly: 'true()',
        value: 'uuid()',
      }),
    );
  }
  if (updateIf !== undefined) binds.push(computed('/@update', resolve(updateIf, 'update_if')));
  if (id !== undefined) {
    const known = `instance('${entity.dataset}')/root/item[name=${id}]`;
    for (const version of ['baseVersion', 'trunkVersion', 'branchId'] as const) {
      binds.push(computed(`/@${version}`, `${known}/${KNOWN_VERSIONS[version]}`));
    }
  }
  if (label !== undefined) binds.push(computed('/label', resolve(label, 'label')));
  return binds;
}

/** Where the list of entities on the device keeps what the server knows of each. */
const KNOWN_VERSIONS = {
  baseVersion: '__version',
  trunkVersion: '__trunkVersion',
  branchId: '__branchId',
} as const;
