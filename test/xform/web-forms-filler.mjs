/**
 * Fills in XForms at random in the engine of ODK Web Forms, as far as their constraints allow.
 *
 * stdin: [{ name, xml, seed }]      stdout: [{ name, error, invalid, xml, files: [{ name, base64 }] }]
 * `invalid` lists the questions for which no valid answer was found.
 */
import { describe, nodesBelow, openForm, readCases } from './web-forms-engine.mjs';

/**
 * @import { EngineForm, EngineNode } from './engine-node.ts'
 * @import { FilledForm, FormToFill } from './fill-in-web-forms.ts'
 */

const MAX_PASSES = 6;
const MAX_TRIES = 25;
const REPEAT_COPIES = 2;

/** Pseudo-random numbers below 1 (mulberry32). @param {number} seed */
function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @typedef {() => number} Random */

/** @param {Random} random @param {number} limit */
const below = (random, limit) => Math.floor(random() * limit);
/** @template T @param {Random} random @param {readonly T[]} items @returns {T} */
const pick = (random, items) => /** @type {T} */ (items[below(random, items.length)]);
/** @param {number} number */
const twoDigits = (number) => String(number).padStart(2, '0');

/** @param {Random} random */
const text = (random) =>
  pick(random, ['Asha', 'Ouédraogo', 'a b', '42', 'yes', 'مريم', `x${below(random, 999)}`]);
/** @param {Random} random */
const date = (random) =>
  [2010 + below(random, 20), 1 + below(random, 12), 1 + below(random, 28)].map(twoDigits).join('-');

/** Answers that are no text, by the type of the question. @type {Record<string, (random: Random) => string>} */
const ANSWERS = {
  int: (random) => String(pick(random, [0, 1, 2, 5, 18, 34, below(random, 200), -3])),
  decimal: (random) => String(pick(random, [0.5, 1, 2.25, 36.6, below(random, 1000) / 8])),
  date,
  time: (random) => `${twoDigits(below(random, 24))}:${twoDigits(below(random, 60))}:00.000`,
  dateTime: (random) => `${date(random)}T${twoDigits(below(random, 24))}:15:00.000+03:00`,
  geopoint: (random) => `-${below(random, 80)}.5 3${below(random, 9)}.25 0 12`,
  geotrace: () => '-3.5 36.25 0 0;-3.6 36.5 0 0',
  geoshape: () => '-3.5 36.25 0 0;-3.6 36.5 0 0;-3.7 36.25 0 0;-3.5 36.25 0 0',
  boolean: () => 'true',
  barcode: () => '4006381333931',
  intent: () => 'intent',
};

/** Gives the question an answer. @param {EngineNode} node @param {Random} random */
function answer(node, random) {
  if (node.selectValues !== undefined) {
    const values = node.currentState.valueOptions?.map(({ value }) => value) ?? [];
    const isMany = node.selectType === 'select';
    const chosen = values.filter(() => random() < 0.5);
    node.selectValues(isMany ? chosen : values.length === 0 ? [] : [pick(random, values)]);
  } else if (node.setValues !== undefined) {
    const values = node.currentState.valueOptions?.map(({ value }) => value) ?? [];
    node.setValues(values.toSorted(() => random() - 0.5));
  } else if (node.nodeType === 'upload') {
    const type = node.nodeOptions?.media?.type ?? 'application';
    node.setValue?.(
      new File(['content'], type === 'image' ? 'photo.jpg' : 'file.bin', { type: `${type}/x` }),
    );
  } else if (node.nodeType === 'trigger') {
    node.setValue?.(true);
  } else if (node.nodeType === 'range') {
    const { start = 0, end = 0 } = node.definition?.bounds ?? {};
    node.setValue?.(pick(random, [start, end]));
  } else {
    node.setValue?.((ANSWERS[node.valueType ?? ''] ?? text)(random));
  }
}

/** Questions that can be answered now. @param {EngineNode} root */
function openQuestions(root) {
  const kinds = new Set(['input', 'select', 'rank', 'range', 'trigger', 'upload']);
  return [...nodesBelow(root)].filter(
    ({ nodeType, currentState }) => kinds.has(nodeType) && currentState.relevant && !currentState.readonly,
  );
}

/** @param {EngineNode} node */
const isValid = (node) => (node.validationState?.violation ?? null) === null;

/** @param {EngineForm} root @param {Random} random */
function fill(root, random) {
  for (const node of [...nodesBelow(root)])
    if (node.nodeType === 'repeat-range:uncontrolled')
      node.addInstances?.(undefined, below(random, REPEAT_COPIES));
  const answered = new Set();
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const open = openQuestions(root).filter((node) => !answered.has(node.nodeId) || !isValid(node));
    if (open.length === 0) return;
    for (const node of open) {
      answered.add(node.nodeId);
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        answer(node, random);
        if (isValid(node)) break;
      }
    }
  }
}

/** @param {FormToFill} form @returns {Promise<FilledForm>} */
async function run({ name, xml, seed }) {
  try {
    const root = await openForm(xml);
    fill(root, randomFrom(seed));
    const invalid = openQuestions(root)
      .filter((node) => !isValid(node))
      .map(({ currentState }) => currentState.reference);
    const { data } = await root.prepareInstancePayload({ payloadType: 'monolithic' });
    const files = [];
    let instance = '';
    for (const [part, file] of data[0].entries()) {
      if (part === 'xml_submission_file') instance = await file.text();
      else files.push({ name: part, base64: Buffer.from(await file.arrayBuffer()).toString('base64') });
    }
    return { name, error: null, invalid, xml: instance, files };
  } catch (error) {
    return { name, error: describe(error), invalid: [], xml: '', files: [] };
  }
}

const results = [];
for (const form of /** @type {FormToFill[]} */ (await readCases())) results.push(await run(form));
process.stdout.write(`\n${JSON.stringify(results)}\n`, () => process.exit(0));
