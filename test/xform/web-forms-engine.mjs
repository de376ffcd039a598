/** ODK Web Forms in Node, for programs that open forms: the engine is ES modules only and needs a DOM. */
import { JSDOM } from 'jsdom';

/**
 * @import { EngineForm, EngineNode } from './engine-node.ts'
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
const engine = await import('@getodk/xforms-engine');
Object.defineProperty(process, 'versions', { value: versions });

/** @param {EngineNode} node @returns {Generator<EngineNode>} */
export function* nodesBelow(node) {
  for (const child of node.currentState.children ?? []) {
    yield child;
    yield* child.currentState.attributes ?? [];
    yield* nodesBelow(child);
  }
}

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

/**
 * Opens a form. @param {string} xml @param {Readonly<Record<string, string>>} [files] by name
 * @returns {Promise<EngineForm>}
 */
export async function openForm(xml, files = {}) {
  const form = await engine.loadForm(xml, {
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
  return /** @type {EngineForm} */ (/** @type {unknown} */ (root));
}

/** @param {unknown} error */
export function describe(error) {
  const { errors = [], cause } = /** @type {AggregateError} */ (error ?? {});
  const causes = [error, ...errors, cause].filter(Boolean);
  return causes
    .map((each) => each.message || each.stack || String(each))
    .join('; ')
    .slice(0, 800);
}

/** Reads the JSON on stdin. @returns {Promise<unknown>} */
export async function readCases() {
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
