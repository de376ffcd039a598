import { Actions } from '../model/actions';
import { cellText, cleanCells } from '../form/cells';
import { Compilation, expressionIn, locationOf } from '../compilation';
import { labelAndHint, labelOf, controlAttributes } from './controls';
import { FormGroup, FormNode, FormQuestion, FormRepeat, hasControl } from '../form/form-tree';
import { readParameters } from '../read/parameters';
import { rangeAttributes, tickLabels } from './range';
import { referenceGeometry, referenceGeometryOf } from './reference-geometry';
import { choicesOf, externalQuery } from './selects';
import { element, XmlElement, plain } from '../xml/xml-tree';

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
