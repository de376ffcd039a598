import { Actions } from '../model/actions';
import {
  cellText,
  cleanCells,
  FormGroup,
  FormNode,
  FormQuestion,
  FormRepeat,
  hasControl,
} from '../form/form-tree';
import { Compilation, expressionIn, locationOf, renderer, textIn } from '../compilation';
import { readParameters } from '../read/parameters';
import { rangeAttributes, tickLabels } from './range';
import { referenceGeometry, referenceGeometryOf } from './reference-geometry';
import { choicesOf, externalQuery } from './selects';
import { element, XmlElement, plain } from '../xml/xml-tree';
import { mediaAddress, readMedia } from '../read/choice-lists';
import { itextReference } from '../model/itext';
import { customAttributes } from '../model/binds';

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
function labelAndHint(compilation: Compilation, question: FormQuestion): XmlElement[] {
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

/** Body of the form: the controls in the order of the sheet. */
export function body(compilation: Compilation, actions: Actions): XmlElement {
  const children = compilation.survey.root.children.flatMap((node) => controlsOf(compilation, node, actions));
  return element('h:body', { class: compilation.settings.style }, children);
}

function controlsOf(compilation: Compilation, node: FormNode, actions: Actions): XmlElement[] {
  switch (node.kind) {
    case 'question':
      return hasControl(node) ? [control(compilation, node, actions)] : [];
    case 'group':
      return [group(compilation, node, actions)];
    case 'repeat':
      return [repeat(compilation, node, actions)];
  }
}

function group(compilation: Compilation, node: FormGroup, actions: Actions): XmlElement {
  const label = labelOf(compilation, node);
  return element('group', { ref: node.path, ...controlAttributes(compilation, node) }, [
    ...(label === null ? [] : [label]),
    ...node.children.flatMap((child) => controlsOf(compilation, child, actions)),
  ]);
}

function repeat(compilation: Compilation, node: FormRepeat, actions: Actions): XmlElement {
  const count = expressionIn(compilation, node, 'repeat_count')?.trim();
  const copies = element(
    'repeat',
    { nodeset: node.path, ...controlAttributes(compilation, node), 'jr:count': count },
    [
      ...node.children.flatMap((child) => controlsOf(compilation, child, actions)),
      ...(actions.inRepeat.get(node) ?? []),
    ],
  );
  return element('group', { ref: node.path }, [labelOf(compilation, node) ?? element('label'), copies]);
}

function control(compilation: Compilation, question: FormQuestion, actions: Actions): XmlElement {
  const { type } = question;
  const attributes = {
    ref: question.path,
    ...type.controlAttributes,
    ...(type.choices === 'external' ? { query: externalQuery(compilation, question) } : {}),
    ...controlAttributes(compilation, question),
    ...(type.control === 'range'
      ? rangeAttributes(compilation, question)
      : readParameters(compilation, question).attributes('control')),
  };
  return element(type.control!, attributes, [
    ...labelAndHint(compilation, question),
    ...choiceElements(compilation, question),
    ...(actions.inControl.get(question) ?? []),
  ]);
}

function choiceElements(compilation: Compilation, question: FormQuestion): XmlElement[] {
  const { type } = question;
  if (type.choices === 'list' || type.choices === 'file') return choicesOf(compilation, question);
  const geometry = referenceGeometryOf(compilation, question);
  if (geometry !== undefined) return referenceGeometry(compilation, question, geometry);
  if (cellText(question.cells, 'choice_filter') !== undefined && type.choices === undefined) {
    compilation.log.warn(locationOf(question, 'choice_filter'), `A ${type.name} has no choices to filter.`);
  }
  if (type.name === 'osm') return osmTags(compilation, question);
  return type.control === 'range' ? tickLabels(compilation, question) : [];
}

/** Tags of an OpenStreetMap question, one per row of its list on the osm sheet: key and label. */
function osmTags(compilation: Compilation, question: FormQuestion): XmlElement[] {
  const list = cellText(question.cells, 'select_from_list_name');
  if (list === undefined) return [];
  const rows = compilation.osmTags
    .map((row) => cleanCells(row, false))
    .filter((row) => (cellText(row, 'list_name') ?? cellText(row, 'list name')) === list);
  if (rows.length === 0) {
    compilation.log.refuse(
      locationOf(question, 'type'),
      `There is no list "${list}" on the osm sheet. Add its tags, or check the spelling.`,
    );
  }
  return rows.flatMap((row) => {
    const key = cellText(row, 'name');
    return key === undefined
      ? []
      : [element('tag', { key }, [plain('label', cellText(row, 'label') ?? key)])];
  });
}
