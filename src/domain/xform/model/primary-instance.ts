import { cellText } from '../form/cells';
import { Compilation } from '../compilation';
import { isDynamicDefault } from './defaults';
import { FormNode, FormQuestion } from '../form/form-tree';
import { entitiesIn, entityNode } from './entities';
import { writtenAttributes } from './written-attributes';
import { element, plain, XmlElement } from '../xml/xml-tree';

/**
 * The primary instance (contract-xlsform 3.8): the nodes in the order of the sheet, then `meta`.
 * @param first nodes that stand before the questions (formhub)
 * @param meta what the form notes about itself; left out when empty
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
  const attributes = { ...settings.rootAttributes, id: settings.formId, version: settings.version };
  return plain('instance', [element(settings.rootName, attributes, children)]);
}

/** What a repeat stands as where it is met: `template` alone, the first `copy` alone, or `both`, template first. */
type Standing = 'template' | 'copy' | 'both';

/**
 * A repeat stands twice: as the template from which copies are made, then as the first copy. Directly inside a template
 * a repeat is a template only, so that a new copy of the outer one begins with none of the inner; inside a first copy
 * it needs no template of its own, since the one inside the outer template serves.
 */
function nodesOf(compilation: Compilation, node: FormNode, standing: Standing): XmlElement[] {
  const attributes = writtenAttributes(compilation, node, 'instance');
  if (node.kind === 'question') return [element(node.name, attributes, defaultText(node))];
  const meta = entitiesIn(compilation, node).map((entity) => plain('meta', [entityNode(entity)]));
  const children = (inside: Standing) => [
    ...node.children.flatMap((child) => nodesOf(compilation, child, inside)),
    ...meta,
  ];
  if (node.kind === 'group')
    return [element(node.name, attributes, children(standing === 'copy' ? 'copy' : 'both'))];
  const template = () => element(node.name, { ...attributes, 'jr:template': '' }, children('template'));
  const copy = () => element(node.name, attributes, children('copy'));
  switch (standing) {
    case 'template':
      return [template()];
    case 'copy':
      return [copy()];
    case 'both':
      return [template(), copy()];
  }
}

/** A default that is a plain value; the others are actions. An image is named by its address among the form's files. */
function defaultText(question: FormQuestion): string[] {
  const value = cellText(question.cells, 'default');
  if (value === undefined || isDynamicDefault(value, question.type)) return [];
  const isImageFile = question.type.name === 'image' && !value.startsWith('jr://');
  return [isImageFile ? `jr://images/${value}` : value];
}
