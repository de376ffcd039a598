import { cellText } from '../form/cells';
import { Compilation } from '../compilation';
import { isDynamicDefault } from './defaults';
import { FormNode, FormQuestion } from '../form/form-tree';
import { entityNode } from './entities';
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
    ...survey.root.children.flatMap((node) => nodesOf(compilation, node, true)),
    ...(meta.length > 0 ? [plain('meta', meta)] : []),
  ];
  const attributes = { ...settings.rootAttributes, id: settings.formId, version: settings.version };
  return plain('instance', [element(settings.rootName, attributes, children)]);
}

/**
 * A repeat stands twice: as the template from which copies are made, then as the first copy. Inside that first copy
 * inner repeats need no template of their own, since the one inside the outer template serves.
 */
function nodesOf(compilation: Compilation, node: FormNode, withTemplate: boolean): XmlElement[] {
  const attributes = writtenAttributes(compilation, node, 'instance');
  if (node.kind === 'question') return [element(node.name, attributes, defaultText(node))];
  const { entity } = compilation;
  const meta = entity?.container === node ? [plain('meta', [entityNode(entity)])] : [];
  const children = (templates: boolean) => [
    ...node.children.flatMap((child) => nodesOf(compilation, child, templates)),
    ...meta,
  ];
  if (node.kind === 'group' || !withTemplate) return [element(node.name, attributes, children(withTemplate))];
  return [
    element(node.name, { ...attributes, 'jr:template': '' }, children(true)),
    element(node.name, attributes, children(false)),
  ];
}

/** A default that is a plain value; the others are actions. An image is named by its address among the form's files. */
function defaultText(question: FormQuestion): string[] {
  const value = cellText(question.cells, 'default');
  if (value === undefined || isDynamicDefault(value, question.type)) return [];
  const isImageFile = question.type.name === 'image' && !value.startsWith('jr://');
  return [isImageFile ? `jr://images/${value}` : value];
}
