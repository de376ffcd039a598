import { Compilation, expressionIn, locationOf, renderer, textIn } from '../compilation';
import { mediaAddress, readMedia } from '../read/choice-lists';
import { cellText } from '../form/cells';
import { FormNode, FormQuestion } from '../form/form-tree';
import { itextReference } from '../model/itext';
import { customAttributes } from '../model/custom-attributes';
import { element, plain, XmlElement } from '../xml/xml-tree';

/** Label element with its media; null when the node has neither. */
export function labelOf(compilation: Compilation, node: FormNode): XmlElement | null {
  const label = textIn(compilation, node, 'label');
  const media = readMedia(node.cells, compilation.languages);
  if (label === undefined && media.length === 0) return null;
  const render = renderer(compilation, node, 'label');
  if (typeof label === 'string' && media.length === 0) return plain('label', render(label));
  const id = `${node.path}:label`;
  if (label !== undefined) compilation.itext.add(id, undefined, label, render);
  for (const [form, text] of media) {
    const renderMedia = renderer(compilation, node, `media::${form}`);
    compilation.itext.add(id, form, text, (fileName) => renderMedia(mediaAddress(form, fileName)));
  }
  return element('label', { ref: itextReference(id) });
}

function hintOf(compilation: Compilation, question: FormQuestion): XmlElement | null {
  const hint = textIn(compilation, question, 'hint') ?? question.type.hint;
  const guidance = textIn(compilation, question, 'guidance_hint');
  if (hint === undefined && guidance === undefined) return null;
  const render = renderer(compilation, question, 'hint');
  if (typeof hint === 'string' && guidance === undefined) return plain('hint', render(hint));
  const id = `${question.path}:hint`;
  if (hint !== undefined) compilation.itext.add(id, undefined, hint, render);
  if (guidance !== undefined) {
    compilation.itext.add(id, 'guidance', guidance, renderer(compilation, question, 'guidance_hint'));
  }
  return element('hint', { ref: itextReference(id) });
}

/** Label and hint of a visible question; refuses a question with no text at all. */
export function labelAndHint(compilation: Compilation, question: FormQuestion): XmlElement[] {
  const label = labelOf(compilation, question);
  const hint = hintOf(compilation, question);
  validateTexts(compilation, question, label !== null);
  return [label ?? element('label'), ...(hint === null ? [] : [hint])];
}

function validateTexts(compilation: Compilation, question: FormQuestion, hasLabel: boolean): void {
  const media = readMedia(question.cells, compilation.languages).map(([form]) => form);
  if (media.includes('big-image') && !media.includes('image')) {
    compilation.log.refuse(
      locationOf(question, 'media::big-image'),
      'media::big-image enlarges an image, and the row has none. Fill in media::image.',
    );
  }
  const isUnlabelled = !hasLabel && textIn(compilation, question, 'hint') === undefined;
  // The head of a table shows the labels of its choices only.
  const isTableHead = cellText(question.cells, 'appearance') === 'label';
  if (isUnlabelled && question.type.hint === undefined && !isTableHead) {
    compilation.log.refuse(
      locationOf(question, 'label'),
      `The question "${question.name}" has nothing to display. Give it a label, a hint or a picture.`,
    );
  }
}

const ATTRIBUTE_COLUMNS = ['appearance', 'rows', 'autoplay', 'intent'] as const;

/** Attributes of the body element from appearance, rows, autoplay and intent, and from `body::x` and `control::x`. */
export function controlAttributes(compilation: Compilation, node: FormNode): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const column of ATTRIBUTE_COLUMNS) {
    const value = expressionIn(compilation, node, column);
    if (value !== undefined) attributes[column] = value;
  }
  return { ...attributes, ...customAttributes(compilation, node, 'body', 'control') };
}
