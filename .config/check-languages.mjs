/**
 * Checks the catalogues of src/language/: each has all messages of `t` and `richText`, with the same values and elements,
 * and all plural forms of its language. Errors with values are written by the code as `error-messages.ts` and `form-messages.ts`
 * have them, and problems of forms are all there. `node .config/check-languages.mjs --missing fr` prints what French lacks, as JSON.
 * `--sort` writes the catalogues in order, without the messages that the code no longer has.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import ts from 'typescript';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

const FOLDER = 'src/language';
const LANGUAGES = ['fr', 'es', 'pt', 'ar'];
const PLURALS = {
  fr: ['one', 'other'],
  es: ['one', 'other'],
  pt: ['one', 'other'],
  ar: ['zero', 'one', 'two', 'few', 'many', 'other'],
};
const CALLS = new Set(['t', 'richText']);

/** @type {string[]} */
const problems = [];
/** Messages with the places that use them. @type {Map<string, string>} */
const messages = new Map();
/** Other texts of the code, such as errors, which a catalogue may translate. @type {Set<string>} */
const texts = new Set();
/** Texts with values of the code, as `Retry in {} s.` @type {Set<string>} */
const templates = new Set();
/** Files with the texts of errors that have values. */
const TEMPLATES = new Set([`${FOLDER}/error-messages.ts`, `${FOLDER}/form-messages.ts`]);
/** Those texts with their file. @type {Map<string, string>} */
const errorMessages = new Map();
/** Problems and warnings of forms with the places that report them. @type {Map<string, string>} */
const formProblems = new Map();
const FORM_FOLDERS = /^src\/domain\/(xform|xlsform|content|media)\//;
const REPORTERS = new Set(['refuse', 'warn', 'report', 'reportInvalidExpression', 'UnreadableFileError']);

for (const file of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
  if (/\.ts$/.test(file) && !/\.spec\.ts$|^browser\//.test(file)) readFile(join('src', file));
}

/** @param {string} path */
function readFile(path) {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2023, true);
  /** @param {ts.Node} node @param {boolean} isInFunction */
  const visit = (node, isInFunction) => {
    if (ts.isStringLiteralLike(node)) texts.add(node.text);
    if (ts.isStringLiteralLike(node) && TEMPLATES.has(path)) errorMessages.set(node.text, path);
    if (ts.isTemplateExpression(node)) {
      templates.add(shapeOf(templateOf(node)));
    }
    if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && FORM_FOLDERS.test(path)) {
      const place = `${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
      if (REPORTERS.has(nameOf(node.expression)))
        for (const text of (node.arguments ?? []).flatMap(textsIn)) formProblems.set(text, place);
    }
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && CALLS.has(node.expression.text)) {
      const place = `${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
      const message = textOf(node.arguments[0]);
      if (message === undefined) {
        if (!path.startsWith(FOLDER) && !path.endsWith('page/html.ts'))
          problems.push(`${place}: the message is no literal, so it cannot be looked up`);
      } else {
        messages.set(message, place);
        if (!isInFunction)
          problems.push(`${place}: t is called when the file is loaded; call it in a function`);
      }
    }
    const isFunction = isInFunction || ts.isFunctionLike(node);
    ts.forEachChild(node, (child) => visit(child, isFunction));
  };
  visit(source, false);
}

/** @param {ts.TemplateExpression} node */
function templateOf(node) {
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('{}');
}

/** A message with empty braces for its values, and for references such as `${q}`. @param {string} message */
function shapeOf(message) {
  return message.replace(/\$?\{\w*\}/g, '{}');
}

/** @param {ts.Expression} node */
function nameOf(node) {
  return ts.isPropertyAccessExpression(node) ? node.name.text : ts.isIdentifier(node) ? node.text : '';
}

/** Sentences among the arguments of a report, also in the branches of a condition. @param {ts.Node} node @returns {string[]} */
function textsIn(node) {
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(textsIn);
  const text = ts.isStringLiteralLike(node)
    ? node.text
    : ts.isTemplateExpression(node)
      ? templateOf(node)
      : '';
  return /\w \w/.test(text) ? [text] : [];
}

/** A literal, also one in several parts. @param {ts.Node | undefined} node @returns {string | undefined} */
function textOf(node) {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const [left, right] = [textOf(node.left), textOf(node.right)];
  return left === undefined || right === undefined ? undefined : left + right;
}

/**
 * Names of values and elements, and plural forms by value.
 * @param {string} message @returns {{ names: string[], plurals: Map<string, string[]> }}
 */
function partsOf(message) {
  /** @type {Set<string>} */
  const names = new Set();
  /** @type {Map<string, string[]>} */
  const plurals = new Map();
  /** @param {import('@formatjs/icu-messageformat-parser').MessageFormatElement[]} elements */
  const walk = (elements) => {
    for (const element of elements) {
      if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
      names.add(element.type === TYPE.tag ? `<${element.value}>` : element.value);
      if (element.type === TYPE.tag) walk(element.children);
      if (element.type === TYPE.plural) plurals.set(element.value, Object.keys(element.options));
      if (element.type === TYPE.plural || element.type === TYPE.select) {
        for (const { value } of Object.values(element.options)) walk(value);
      }
    }
  };
  walk(parse(message));
  return { names: [...names].sort(), plurals };
}

/** @param {string} language @param {string} message @param {string} translation @returns {string | undefined} */
function problemWith(language, message, translation) {
  try {
    const [english, other] = [partsOf(message), partsOf(translation)];
    if (english.names.join() !== other.names.join()) {
      return `has ${other.names.join(', ') || 'no values'} instead of ${english.names.join(', ') || 'none'}`;
    }
    for (const [name, forms] of other.plurals) {
      const lacking = PLURALS[/** @type {keyof typeof PLURALS} */ (language)].filter(
        (form) => !forms.includes(form),
      );
      if (lacking.length > 0) return `lacks the forms ${lacking.join(', ')} of {${name}, plural}`;
    }
    return undefined;
  } catch (error) {
    return `is no message: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** @param {string} language @returns {Record<string, string>} */
const catalogueOf = (language) => JSON.parse(readFileSync(`${FOLDER}/${language}.json`, 'utf8'));

const [option, chosen = ''] = process.argv.slice(2);
if (option === '--missing') {
  const catalogue = catalogueOf(chosen);
  const missing = [...messages.keys()].filter((message) => !catalogue[message]);
  console.log(JSON.stringify(Object.fromEntries(missing.map((message) => [message, ''])), null, 2));
} else if (option === '--sort') {
  for (const language of LANGUAGES) {
    const kept = Object.entries(catalogueOf(language)).filter(
      ([message]) => messages.has(message) || texts.has(message),
    );
    const sorted = kept.sort(([a], [b]) => (a < b ? -1 : 1));
    writeFileSync(`${FOLDER}/${language}.json`, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
  }
} else {
  const shapes = new Set([...errorMessages.keys()].map(shapeOf));
  for (const [message, path] of errorMessages) {
    messages.set(message, path);
    if (!templates.has(shapeOf(message))) problems.push(`${path}: no error reads “${message}”`);
  }
  for (const [message, place] of formProblems) {
    if (shapes.has(shapeOf(message)) || catalogueOf('fr')[message]) continue;
    problems.push(`${place}: the catalogues or form-messages.ts lack “${message}”`);
  }
  for (const language of LANGUAGES) {
    const catalogue = catalogueOf(language);
    for (const [message, place] of messages) {
      if (!catalogue[message]) problems.push(`${place}: ${language}.json lacks “${message}”`);
    }
    for (const [message, translation] of Object.entries(catalogue)) {
      if (!messages.has(message) && !texts.has(message))
        problems.push(`${language}.json: the code has no message “${message}”`);
      const problem = problemWith(language, message, translation);
      if (problem !== undefined)
        problems.push(`${language}.json: the translation of “${message}” ${problem}`);
    }
  }
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
