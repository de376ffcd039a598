import { cellText, FormNode, FormQuestion } from '../form/form-tree';
import { Compilation, locationOf, resolveSource } from '../compilation';
import { isDynamicDefault, customAttributes, bindOf } from './binds';
import { entitiesIn, entityNode, entityActions, entityBinds } from './entities';
import { element, plain, XmlElement } from '../xml/xml-tree';
import { KoboAdditions, rootUuidBind } from '../kobo/kobo-additions';
import { readParameters } from '../read/parameters';

/**
 * Primary instance (contract-xlsform 3.8): the nodes in the order of the sheet, then `meta`.
 * @param first nodes before the questions (formhub)
 * @param meta children of `meta`, which is omitted if empty
 */
export function primaryInstance(
  compilation: Compilation,
  first: readonly XmlElement[],
  meta: readonly XmlElement[],
): XmlElement {
  const { settings, survey } = compilation;
  const children = [
    ...first,
    ...survey.root.children.flatMap((node) => nodesOf(compilation, node, 'both')),
    ...(meta.length > 0 ? [plain('meta', meta)] : []),
  ];
  const ownAttributes = customAttributes(compilation, survey.root, 'instance');
  const attributes = {
    ...ownAttributes,
    ...settings.rootAttributes,
    id: settings.formId,
    version: settings.version,
  };
  return plain('instance', [element(settings.rootName, attributes, children)]);
}

/** Nodes written for a repeat: the `template`, the first `copy`, or `both`, template first. */
type RepeatRendering = 'template' | 'copy' | 'both';

/**
 * A repeat is written twice: as the template and as the first copy. Directly inside a template it is a template only, so
 * that a new outer copy starts without inner copies; inside a first copy the template in the outer template is used.
 */
function nodesOf(compilation: Compilation, node: FormNode, rendering: RepeatRendering): XmlElement[] {
  const attributes = attributesOf(compilation, node);
  if (node.kind === 'question') return [element(node.name, attributes, defaultText(node))];
  const meta = entitiesIn(compilation, node).map((entity) => plain('meta', [entityNode(entity)]));
  const children = (inner: RepeatRendering) => [
    ...node.children.flatMap((child) => nodesOf(compilation, child, inner)),
    ...meta,
  ];
  if (node.kind === 'group')
    return [element(node.name, attributes, children(rendering === 'copy' ? 'copy' : 'both'))];
  const templateAttributes = { ...attributes, 'jr:template': '' };
  return [
    ...(rendering === 'copy' ? [] : [element(node.name, templateAttributes, children('template'))]),
    ...(rendering === 'template' ? [] : [element(node.name, attributes, children('copy'))]),
  ];
}

function attributesOf(compilation: Compilation, node: FormNode): Record<string, string> {
  const attributes = customAttributes(compilation, node, 'instance');
  const tag = cellText(node.cells, 'compact_tag');
  return tag === undefined ? attributes : { 'odk:tag': tag, ...attributes };
}

/** Static default of a question; dynamic ones are actions. An image file gets its URI. */
function defaultText(question: FormQuestion): string[] {
  const value = cellText(question.cells, 'default');
  if (value === undefined || isDynamicDefault(value, question.type)) return [];
  const isImageFile = question.type.name === 'image' && !value.startsWith('jr://');
  return [isImageFile ? `jr://images/${value}` : value];
}

const LOCATION = ['location-priority', 'location-min-interval', 'location-max-age'] as const;

/** Validates the parameters of an audit in combination: locations need all three of theirs. */
function validateAudit(compilation: Compilation, audit: FormQuestion): void {
  const { values } = readParameters(compilation, audit);
  const given = LOCATION.filter((key) => values.has(key));
  const refuse = (message: string) => compilation.log.refuse(locationOf(audit, 'parameters'), message);
  if (given.length > 0 && given.length < LOCATION.length) {
    refuse(
      'Locations need all three of location-priority, location-min-interval and location-max-age. Add the missing ones.',
    );
  } else if (Number(values.get('location-max-age')) < Number(values.get('location-min-interval'))) {
    refuse('location-max-age must not be less than location-min-interval. Correct one of them.');
  }
}

/** Children of the `meta` node and their binds (contract-xlsform 3.8). */
interface MetaBlock {
  readonly nodes: readonly XmlElement[];
  readonly binds: readonly XmlElement[];
}

/** Builds audit, entity, instanceID, instanceName and rootUuid, each only if the form has it. */
export function metaBlock(compilation: Compilation, { rootUuid }: KoboAdditions): MetaBlock {
  const { settings, survey, entities } = compilation;
  const path = `${survey.root.path}/meta`;
  const nodes: XmlElement[] = [];
  const binds: XmlElement[] = [];
  if (survey.audit !== null) {
    validateAudit(compilation, survey.audit);
    nodes.push(element('audit'));
    const bind = bindOf(compilation, survey.audit);
    if (bind !== null) binds.push(bind);
  }
  nodes.push(...entitiesIn(compilation, survey.root).map(entityNode));
  for (const entity of entities) {
    binds.push(...entityBinds(compilation, entity), ...entityActions(entity).inModel);
  }
  if (!settings.omitInstanceId) {
    nodes.push(element('instanceID'));
    binds.push(
      element('bind', {
        nodeset: `${path}/instanceID`,
        type: 'string',
        readonly: 'true()',
        'jr:preload': settings.instanceIdPreload,
      }),
    );
  }
  if (settings.instanceName !== undefined) {
    const at = { sheet: 'settings', row: 2, column: 'instance_name' };
    const calculate = resolveSource(compilation, settings.instanceName, { from: survey.root, at });
    nodes.push(element('instanceName'));
    binds.push(element('bind', { nodeset: `${path}/instanceName`, type: 'string', calculate }));
  }
  if (rootUuid !== undefined) {
    nodes.push(element('rootUuid'));
    binds.push(rootUuidBind(survey.root, rootUuid));
  }
  return { nodes, binds };
}
