import { asCondition } from '../form/cells';
import { Compilation, expressionIn, containsReference, renderer, textIn } from '../compilation';
import { FormNode, FormQuestion } from '../form/form-tree';
import { itextReference } from './itext';
import { saveToOf, splitSaveTo } from '../read/entity-properties';
import { readParameters } from '../read/parameters';
import { element, XmlElement } from '../xml/xml-tree';
import { customAttributes } from './custom-attributes';

const RANGE_NUMBERS = ['start', 'end', 'step', 'tick_interval', 'placeholder'];

/** Bind type of a range: decimal if any of its parameters has a fraction, else int. */
function rangeBindType(compilation: Compilation, question: FormQuestion): string {
  const { values } = readParameters(compilation, question);
  return RANGE_NUMBERS.some((key) => values.get(key)?.includes('.') === true) ? 'decimal' : 'int';
}

/** Expression columns → attributes of the bind (contract-xlsform 3.4). */
const EXPRESSIONS = [
  ['required', 'required'],
  ['relevant', 'relevant'],
  ['constraint', 'constraint'],
  ['calculation', 'calculate'],
  ['read_only', 'readonly'],
] as const;

const MESSAGES = [
  ['constraint_message', 'jr:constraintMsg'],
  ['required_message', 'jr:requiredMsg'],
  ['no_app_error_string', 'jr:noAppErrorString'],
] as const;

/** Bind of a node; null for a group or repeat without any attribute. */
export function bindOf(compilation: Compilation, node: FormNode): XmlElement | null {
  const saveTo = saveToOf(node);
  const attributes: Record<string, string> = {
    ...(node.kind === 'question' ? typeAttributes(compilation, node) : {}),
    ...expressions(compilation, node),
    ...messages(compilation, node),
    ...customAttributes(compilation, node, 'bind'),
    ...(saveTo === undefined ? {} : { 'entities:saveto': splitSaveTo(saveTo).property }),
  };
  if (Object.keys(attributes).length === 0) return null;
  return element('bind', { nodeset: node.path, ...attributes });
}

const CONDITIONS: ReadonlySet<string> = new Set(EXPRESSIONS.map(([, attribute]) => attribute));

/** Bind of the root from columns such as `bind::x` of the settings; null without any. */
export function rootBind(compilation: Compilation): XmlElement | null {
  const { root } = compilation.survey;
  const attributes = Object.entries(customAttributes(compilation, root, 'bind')).map(
    ([name, value]) => [name, CONDITIONS.has(name) ? asCondition(value) : value] as const,
  );
  if (attributes.length === 0) return null;
  return element('bind', { nodeset: root.path, ...Object.fromEntries(attributes) });
}

function typeAttributes(compilation: Compilation, question: FormQuestion): Record<string, string> {
  const { type } = question;
  return {
    ...type.bind,
    ...(type.name === 'range' ? { type: rangeBindType(compilation, question) } : {}),
    ...(type.constraint === undefined ? {} : { constraint: type.constraint }),
    ...readParameters(compilation, question).attributes('bind'),
  };
}

function expressions(compilation: Compilation, node: FormNode): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [column, attribute] of EXPRESSIONS) {
    // A calculation with a trigger becomes an action in the triggering question.
    if (column === 'calculation' && node.cells['trigger'] !== undefined) continue;
    const expression = expressionIn(compilation, node, column);
    if (expression !== undefined) attributes[attribute] = asCondition(expression);
  }
  return attributes;
}

function messages(compilation: Compilation, node: FormNode): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [column, attribute] of MESSAGES) {
    const text = textIn(compilation, node, column);
    if (text === undefined) continue;
    if (typeof text === 'string' && !containsReference(text)) {
      attributes[attribute] = text;
    } else {
      const id = `${node.path}:${attribute}`;
      compilation.itext.add(id, undefined, text, renderer(compilation, node, column));
      attributes[attribute] = itextReference(id);
    }
  }
  return attributes;
}
