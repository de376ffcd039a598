/**
 * Opens XForms in the engine of ODK Web Forms and runs steps on them. A separate program, because the engine is ES modules
 * only and needs a DOM. One process handles any number of forms.
 *
 * stdin:  [{ name, xml, files: { "name.csv": text }, steps: [Step] }]      stdout: [{ name, opened, error, answers }]
 * A step is an action or a query; `answers` has one entry per step: null, a text, or { failed }.
 */
import { JSDOM } from 'jsdom';

/**
 * @import { EngineForm, EngineNode, EngineStep } from './engine-node.ts'
 * @import { EngineCase, EngineResult } from './run-in-web-forms.ts'
 * @import { FillStep } from './form-fixture.ts'
 * @import { FetchFormAttachment } from '@getodk/xforms-engine'
 */

const { window } = new JSDOM('<!DOCTYPE html><html></html>', { url: 'https://forms.invalid/' });
const DOM_NAMES = Object.getOwnPropertyNames(window).filter(
  (name) =>
    /^(DOM|XML|XPath|Node|Element|Attr|Text|Comment|CDATA|Document|HTML|Event|NamedNodeMap)/.test(name) &&
    !(name in globalThis),
);
for (const name of ['window', 'document', 'localStorage', ...DOM_NAMES]) {
  if (!(name in globalThis))
    Object.defineProperty(globalThis, name, { value: name === 'window' ? window : window[name] });
}
// With process.versions.node the engine's XPath parser assumes CommonJS and reads __dirname, so it is hidden here.
const { versions } = process;
Object.defineProperty(process, 'versions', { value: {}, configurable: true });
const { loadForm } = await import('@getodk/xforms-engine');
Object.defineProperty(process, 'versions', { value: versions });

/**
 * Normalizes a reference: removes positions that are 1, so that `/data/hh/age` is found in a repeat of one copy.
 * @param {string} reference
 */
const normalize = (reference) => reference.replace(/\[1\]/g, '');

/** @param {EngineNode} node @returns {Generator<EngineNode>} */
function* nodesBelow(node) {
  for (const child of node.currentState.children ?? []) {
    yield child;
    yield* child.currentState.attributes ?? [];
    yield* nodesBelow(child);
  }
}

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

/**
 * Serves the files of the form. The cast hides an iterator type in which the responses of Node and browsers differ.
 * @param {Readonly<Record<string, string>>} files
 */
function attachments(files) {
  /** @param {URL} resource */
  const fetchFile = async (resource) => {
    const name = String(resource).split('/').at(-1) ?? '';
    const text = files[decodeURIComponent(name)];
    const type = name.endsWith('.xml')
      ? 'text/xml'
      : name.endsWith('.geojson')
        ? 'application/geo+json'
        : 'text/csv';
    return text === undefined
      ? new Response('', { status: 404 })
      : new Response(text, { status: 200, headers: { 'content-type': type } });
  };
  return /** @type {FetchFormAttachment} */ (/** @type {unknown} */ (fetchFile));
}

/** @param {EngineCase} form @returns {Promise<EngineResult>} */
async function run({ name, xml, files = {}, steps = [] }) {
  /** @type {EngineResult['answers'][number][]} */
  const answers = [];
  const result = { name, opened: false, error: null, answers };
  try {
    const form = await loadForm(xml, {
      fetchFormAttachment: attachments(files),
      missingResourceBehavior: 'BLANK',
    });
    if (form.status === 'failure') throw form.error;
    const { root } = form.createInstance({
      preloadProperties: {
        username: 'judge',
        email: 'judge@forms.invalid',
        phoneNumber: '123',
        deviceID: 'dev:1',
      },
      geolocationProvider: { getLocation: async () => '1 2 3 4' },
    });
    result.opened = true;
    for (const step of steps)
      answers.push(runStep(/** @type {EngineForm} */ (/** @type {unknown} */ (root)), step));
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

/** @param {unknown} error */
function describe(error) {
  const { errors = [], cause } = /** @type {AggregateError} */ (error ?? {});
  const causes = [error, ...errors, cause].filter(Boolean);
  return causes
    .map((each) => each.message || each.stack || String(each))
    .join('; ')
    .slice(0, 800);
}

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const results = [];
for (const form of JSON.parse(Buffer.concat(chunks).toString('utf8'))) results.push(await run(form));
// The engine may write to the console as well: the result is the last line.
process.stdout.write(`\n${JSON.stringify(results)}\n`, () => process.exit(0));
