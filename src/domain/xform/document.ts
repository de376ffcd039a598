import { body } from './body/body';
import { validateReferenceGeometries } from './body/reference-geometry';
import { validateMultipleChoices } from './body/selects';
import { Compilation } from './compilation';
import { LAST_SAVED_INSTANCE } from './expression/references';
import { formhubBind, formhubNode, KoboAdditions } from './kobo/kobo-additions';
import { descendants, FormQuestion } from './form/form-tree';
import { element, plain, XmlElement } from './xml/xml-tree';
import { collectActions, validateCalculation, validateCycles } from './model/actions';
import { bindOf, rootBind } from './model/binds';
import { ENTITIES_NAMESPACE, entitiesVersion } from './model/entities';
import { metaBlock, primaryInstance } from './model/primary-instance';
import { mediaAddress } from './read/choice-lists';

/** Assembles the XForm, its parts in the order of contract-xlsform 3.1; problems go to the log. */
export function assembleDocument(compilation: Compilation, kobo: KoboAdditions): XmlElement {
  const nodes = [...descendants(compilation.survey.root)];
  addExternalInstances(compilation);
  const questions = nodes.filter((node): node is FormQuestion => node.kind === 'question');
  for (const question of questions) validateCalculation(compilation, question);
  validateCycles(compilation, questions);
  validateMultipleChoices(compilation, questions);
  validateReferenceGeometries(compilation, questions);
  const actions = collectActions(compilation, questions);
  const meta = metaBlock(compilation, kobo);
  const isDeployed = kobo.formUuid !== undefined;
  const { submission } = compilation.settings;
  const instance = primaryInstance(compilation, isDeployed ? [formhubNode()] : [], meta.nodes);
  const binds = [
    ...optional(rootBind(compilation)),
    ...nodes.flatMap((node) => [
      ...optional(bindOf(compilation, node)),
      ...(actions.inModel.get(node) ?? []),
    ]),
    ...meta.binds,
    ...(isDeployed ? [formhubBind(compilation.survey.root, kobo.formUuid!)] : []),
  ];
  const formBody = body(compilation, actions);
  addChoiceTexts(compilation);
  // Itext and instances come last: every part above may have added some.
  if (compilation.references.usesLastSaved) {
    compilation.secondary.addFile(LAST_SAVED_INSTANCE, 'jr://instance/last-saved', { sheet: 'survey' });
  }
  const model = element('model', versions(compilation), [
    ...(Object.keys(submission).length === 0 ? [] : [element('submission', submission)]),
    ...optional(compilation.itext.toElement()),
    instance,
    ...compilation.secondary.toElements(),
    ...binds,
  ]);
  return element('h:html', namespaces(compilation), [
    plain('h:head', [plain('h:title', compilation.settings.title), model]),
    formBody,
  ]);
}

function addExternalInstances({ survey, secondary, log }: Compilation): void {
  const rows = new Map<string, number>();
  for (const { name, row, type } of survey.externals) {
    const { prefix, extension } = type.externalInstance!;
    const at = { sheet: 'survey', row, column: 'name' };
    const first = rows.get(name);
    if (first !== undefined) log.refuse(at, `Row ${first} already defines "${name}". Remove one of the two.`);
    rows.set(name, first ?? row);
    secondary.addFile(name, `${prefix}${name}.${extension}`, at);
  }
}

function versions({ entities }: Compilation): Record<string, string> {
  return {
    'odk:xforms-version': '1.0.0',
    ...(entities.length === 0 ? {} : { 'entities:entities-version': entitiesVersion(entities) }),
  };
}

function namespaces({ settings, entities }: Compilation): Record<string, string> {
  return {
    xmlns: 'http://www.w3.org/2002/xforms',
    'xmlns:h': 'http://www.w3.org/1999/xhtml',
    'xmlns:ev': 'http://www.w3.org/2001/xml-events',
    'xmlns:xsd': 'http://www.w3.org/2001/XMLSchema',
    'xmlns:jr': 'http://openrosa.org/javarosa',
    'xmlns:orx': 'http://openrosa.org/xforms',
    'xmlns:odk': 'http://www.opendatakit.org/xforms',
    ...(entities.length === 0 ? {} : { 'xmlns:entities': ENTITIES_NAMESPACE }),
    ...Object.fromEntries(
      Object.entries(settings.namespaces).map(([prefix, address]) => [`xmlns:${prefix}`, address] as const),
    ),
  };
}

function optional(node: XmlElement | null): XmlElement[] {
  return node === null ? [] : [node];
}

/** Adds the labels and media of choices to the itext, for lists that need it. */
function addChoiceTexts(compilation: Compilation): void {
  const { root } = compilation.survey;
  for (const list of compilation.choices.all) {
    if (!list.needsItext) continue;
    list.items.forEach((item, index) => {
      const render = (column: string) => (text: string) =>
        compilation.references.text(text, { from: root, at: { sheet: 'choices', row: item.row, column } });
      compilation.itext.addChoice(list.textId(index), undefined, item.label ?? [], render('label'));
      for (const [form, text] of item.media) {
        const renderMedia = render(`media::${form}`);
        compilation.itext.addChoice(list.textId(index), form, text, (file) =>
          renderMedia(mediaAddress(form, file)),
        );
      }
    });
  }
}
