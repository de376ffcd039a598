import { cellText } from '../form/cells';
import { Compilation } from '../compilation';
import { isDynamicDefault } from './defaults';
import { FormNode, FormQuestion } from '../form/form-tree';
import { entitiesIn, entityNode } from './entities';
import { customAttributes } from './custom-attributes';
import { element, plain, XmlElement } from '../xml/xml-tree';

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
