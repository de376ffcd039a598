import { isGeoType } from '../../geo/geometry';
import { Compilation, locationOf } from '../compilation';
import { readReference } from '../expression/expression-tokens';
import { FormQuestion, FormRepeat } from '../form/form-tree';
import { readParameters } from '../read/parameters';
import { XmlElement } from '../xml/xml-tree';
import { itemsetElement, itemsetOfCopies, itemsOf, predicate } from './itemset';
import { fileInstanceOf, fromList } from './selects';

/** Shapes drawn beside the answer of a geopoint, geotrace or geoshape: parameter reference-geometry (contract-xlsform 3.3). */
const PARAMETER = 'reference-geometry';

/** Question of a repeat from which clients read the shape of a copy. */
const GEOMETRY = 'geometry';

/** Name in the parameter; undefined without one and for other types, which have no such parameter. */
export function referenceGeometryOf(compilation: Compilation, question: FormQuestion): string | undefined {
  if (!isGeoType(question.type.name)) return undefined;
  return readParameters(compilation, question).values.get(PARAMETER);
}

/** Itemset of the instance or repeat that the parameter names. */
export function referenceGeometry(
  compilation: Compilation,
  question: FormQuestion,
  name: string,
): XmlElement[] {
  if (name.includes('${')) return shapesOfCopies(compilation, question, name);
  if (compilation.choices.find(name) !== undefined) {
    const itemset = fromList(compilation, question, name, 'parameters');
    return itemset === undefined ? [] : [itemsetElement(itemset)];
  }
  const nodeset = `${itemsOf(name)}${predicate(compilation, question)}`;
  return [itemsetElement({ nodeset, value: 'name', label: 'label' })];
}

function shapesOfCopies(compilation: Compilation, question: FormQuestion, source: string): XmlElement[] {
  const repeat = namedRepeat(compilation, question, source);
  if (repeat === undefined) return [];
  if (!repeat.children.some(({ name }) => name === GEOMETRY)) {
    compilation.log.warn(
      locationOf(question, 'parameters'),
      `Clients read shapes from a question named "${GEOMETRY}", and the repeat "${repeat.name}" has none. Rename the question with the shape.`,
    );
  }
  const nodeset = compilation.references.pathFrom(question, repeat);
  const candidates = { repeat, path: repeat.path };
  return [itemsetElement(itemsetOfCopies(compilation, question, { nodeset, field: GEOMETRY, candidates }))];
}

function namedRepeat(
  { references, log }: Compilation,
  question: FormQuestion,
  source: string,
): FormRepeat | undefined {
  const at = locationOf(question, 'parameters');
  const reference = readReference(source);
  if (reference === null || reference.lastSaved) {
    const example = `${PARAMETER}=\${trees}`;
    return log.refuse(
      at,
      `"${source}" does not name a repeat of this form. Write one reference, such as ${example}.`,
    );
  }
  const target = references.resolve(reference.name, at);
  if (target === undefined || target.kind === 'repeat') return target;
  const outer = `\${${target.repeat?.name}}`;
  const hint = target.repeat === null ? 'Name a repeat' : `Name its repeat, ${outer}`;
  return log.refuse(at, `${PARAMETER} takes a repeat, and "${target.name}" is a ${target.kind}. ${hint}.`);
}

/** Refuses names of instances that the form lacks, or whose items it does not list: pulldata(), search(), last-saved. */
export function validateReferenceGeometries(
  compilation: Compilation,
  questions: readonly FormQuestion[],
): void {
  let files: ReadonlySet<string> | undefined;
  for (const question of questions) {
    const name = referenceGeometryOf(compilation, question);
    if (name === undefined || name.includes('${')) continue;
    const list = compilation.choices.find(name);
    files ??= attachedFiles(compilation, questions);
    if (list !== undefined) {
      if (list.inline)
        refuse(compilation, question, `The choices of "${name}" come from search(), so they have no shapes.`);
    } else if (!files.has(name)) validateEntityList(compilation, question, name);
  }
}

function attachedFiles({ survey }: Compilation, questions: readonly FormQuestion[]): ReadonlySet<string> {
  const selected = questions.flatMap((question) => fileInstanceOf(question) ?? []);
  return new Set([...survey.externals.map(({ name }) => name), ...selected]);
}

function validateEntityList(compilation: Compilation, question: FormQuestion, name: string): void {
  const { entities, log } = compilation;
  if (entities.some(({ dataset }) => dataset === name)) {
    log.reportInvalidExpression(
      locationOf(question, 'parameters'),
      `The form has no file of the entities "${name}". Add a row of type csv-external with that name.`,
    );
  } else refuse(compilation, question, `The form has no choices, file or entities named "${name}".`);
}

function refuse({ log }: Compilation, question: FormQuestion, problem: string): void {
  log.refuse(
    locationOf(question, 'parameters'),
    `${problem} Let ${PARAMETER} name a list of the choices or entities sheet, a file of the form without its extension, or a repeat.`,
  );
}
