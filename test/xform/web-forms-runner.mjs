/**
 * Opens XForms in the engine of ODK Web Forms and runs steps on them. A separate program, because the engine is ES modules
 * only and needs a DOM. One process handles any number of forms.
 *
 * stdin:  [{ name, xml, files: { "name.csv": text }, steps: [Step] }]      stdout: [{ name, opened, error, answers }]
 * A step is an action or a query; `answers` has one entry per step: null, a text, or { failed }.
 */
import { describe, nodesBelow, openForm, readCases } from './web-forms-engine.mjs';

/**
 * @import { EngineForm, EngineNode, EngineStep } from './engine-node.ts'
 * @import { EngineCase, EngineResult } from './run-in-web-forms.ts'
 * @import { FillStep } from './form-fixture.ts'
 */

/**
 * Normalizes a reference: removes positions that are 1, so that `/data/hh/age` is found in a repeat of one copy.
 * @param {string} reference
 */
const normalize = (reference) => reference.replace(/\[1\]/g, '');

/** @param {EngineNode} root @param {string} path */
function find(root, path) {
  for (const node of nodesBelow(root)) {
    if (
      normalize(node.currentState.reference) === normalize(path) &&
      !node.nodeType.startsWith('repeat-range')
    )
      return node;
  }
  throw new Error(`there is no node ${path}`);
}

/** @param {EngineNode} root @param {string} path */
function findRange(root, path) {
  for (const node of nodesBelow(root)) {
    if (
      node.nodeType.startsWith('repeat-range') &&
      normalize(node.currentState.reference) === normalize(path)
    )
      return node;
  }
  throw new Error(`there is no repeat ${path}`);
}

/** @type {Record<string, (root: EngineForm, step: EngineStep) => void>} */
const ACTIONS = {
  set: (root, { path, value }) => {
    const node = find(root, path);
    const words = value === '' ? [] : value.split(' ');
    if (node.selectValues !== undefined) node.selectValues(words);
    else if (node.setValues !== undefined) node.setValues(words);
    else if (node.setValue !== undefined) node.setValue(node.nodeType === 'trigger' ? value === 'OK' : value);
    else throw new Error(`${path} (${node.nodeType}) takes no answer`);
  },
  add: (root, { path }) => void findRange(root, path).addInstances?.(),
  language: (root, { value }) => {
    const language = root.languages.find((each) => each.language === value);
    if (language === undefined) throw new Error(`there is no language ${value}`);
    root.setLanguage(language);
  },
};

/** @type {Record<string, (root: EngineForm, step: EngineStep) => string>} */
const QUERIES = {
  value: (root, { path }) => find(root, path).currentState.instanceValue ?? '',
  relevant: (root, { path }) => String(find(root, path).currentState.relevant),
  required: (root, { path }) => String(find(root, path).currentState.required),
  readonly: (root, { path }) => String(find(root, path).currentState.readonly),
  label: (root, { path }) => find(root, path).currentState.label?.asString ?? '',
  'repeat-label': (root, { path }) => findRange(root, path).currentState.label?.asString ?? '',
  hint: (root, { path }) => find(root, path).currentState.hint?.asString ?? '',
  choices: (root, { path }) =>
    find(root, path)
      .currentState.valueOptions?.map((item) => item.value)
      .join(' ') ?? '',
  'choice-labels': (root, { path }) =>
    find(root, path)
      .currentState.valueOptions?.map((item) => item.label?.asString ?? '')
      .join(' | ') ?? '',
  valid: (root, { path }) => String((find(root, path).validationState.violation ?? null) === null),
  message: (root, { path }) => find(root, path).validationState.violation?.message?.asString ?? '',
  count: (root, { path }) => String(findRange(root, path).currentState.children?.length),
  type: (root, { path }) => find(root, path).nodeType,
  languages: (root) => root.languages.map((each) => each.language ?? '').join(' | '),
};

/** @param {EngineCase} form @returns {Promise<EngineResult>} */
async function run({ name, xml, files = {}, steps = [] }) {
  /** @type {EngineResult['answers'][number][]} */
  const answers = [];
  const result = { name, opened: false, error: null, answers };
  try {
    const root = await openForm(xml, files);
    result.opened = true;
    for (const step of steps) answers.push(runStep(root, step));
    return result;
  } catch (error) {
    return { ...result, error: describe(error) };
  }
}

/** @param {EngineForm} root @param {Pick<FillStep, 'verb' | 'path' | 'value'>} step */
function runStep(root, { verb, path = '', value = '' }) {
  try {
    const [action, query] = [ACTIONS[verb], QUERIES[verb]];
    action?.(root, { verb, path, value });
    if (action !== undefined) return null;
    if (query === undefined) throw new Error(`there is no verb ${verb}`);
    return query(root, { verb, path, value });
  } catch (error) {
    return { failed: describe(error) };
  }
}

const results = [];
for (const form of /** @type {EngineCase[]} */ (await readCases())) results.push(await run(form));
// The engine may write to the console as well: the result is the last line.
process.stdout.write(`\n${JSON.stringify(results)}\n`, () => process.exit(0));
