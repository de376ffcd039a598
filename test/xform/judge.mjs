/**
 * Opens XForms in the engine of ODK Web Forms and tells what it makes of them. A program of its own, because the engine
 * is ES modules only and wants a DOM. One process judges any number of forms.
 *
 * stdin:  [{ name, xml, files: { "name.csv": text }, steps: [Step] }]      stdout: [{ name, opened, error, answers }]
 * A step either does something or asks something; `answers` has one entry per step: null, a text, or { failed }.
 */
import { JSDOM } from 'jsdom';

/**
 * @import { JudgedForm, JudgedNode, JudgedStep } from './judged-node.ts'
 * @import { Case, Verdict } from './engine-judge.ts'
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
// The engine's XPath parser takes a process that has Node's version for CommonJS and looks for __dirname.
const { versions } = process;
Object.defineProperty(process, 'versions', { value: {}, configurable: true });
const { loadForm } = await import('@getodk/xforms-engine');
Object.defineProperty(process, 'versions', { value: versions });

/**
 * Reference without the positions that are 1, so that `/data/hh/age` is found in a repeat of one copy.
 * @param {string} reference
 */
const plain = (reference) => reference.replace(/\[1\]/g, '');

/** @param {JudgedNode} node @returns {Generator<JudgedNode>} */
function* nodesBelow(node) {
  for (const child of node.currentState.children ?? []) {
    yield child;
    yield* child.currentState.attributes ?? [];
    yield* nodesBelow(child);
  }
}

/** @param {JudgedNode} root @param {string} path */
function find(root, path) {
  for (const node of nodesBelow(root)) {
    if (plain(node.currentState.reference) === plain(path) && !node.nodeType.startsWith('repeat-range'))
      return node;
  }
  throw new Error(`there is no node ${path}`);
}

/** @param {JudgedNode} root @param {string} path */
function findRange(root, path) {
  for (const node of nodesBelow(root)) {
    if (node.nodeType.startsWith('repeat-range') && plain(node.currentState.reference) === plain(path))
      return node;
  }
  throw new Error(`there is no repeat ${path}`);
}

/** @type {Record<string, (root: JudgedForm, step: JudgedStep) => void>} */
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

/** @type {Record<string, (root: JudgedForm, step: JudgedStep) => string>} */
const QUESTIONS = {
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
 * Gives the form its files. Node's answers and a browser's differ in a symbol of their iterators, which nobody uses.
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

/** @param {Case} form @returns {Promise<Verdict>} */
async function judge({ name, xml, files = {}, steps = [] }) {
  /** @type {Verdict['answers'][number][]} */
  const answers = [];
  const verdict = { name, opened: false, error: null, answers };
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
    verdict.opened = true;
    for (const step of steps)
      answers.push(answer(/** @type {JudgedForm} */ (/** @type {unknown} */ (root)), step));
    return verdict;
  } catch (error) {
    return { ...verdict, error: describe(error) };
  }
}

/** @param {JudgedForm} root @param {FillStep} step */
function answer(root, { verb, path = '', value = '' }) {
  try {
    const [act, ask] = [ACTIONS[verb], QUESTIONS[verb]];
    act?.(root, { verb, path, value });
    if (act !== undefined) return null;
    if (ask === undefined) throw new Error(`there is no verb ${verb}`);
    return ask(root, { verb, path, value });
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
const verdicts = [];
for (const form of JSON.parse(Buffer.concat(chunks).toString('utf8'))) verdicts.push(await judge(form));
// The engine and the form may write to the console; only this line is the result.
process.stdout.write(`\n${JSON.stringify(verdicts)}\n`, () => process.exit(0));
