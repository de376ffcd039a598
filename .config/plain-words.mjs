/**
 * Checks the language of sources and documents: `node .config/plain-words.mjs`. Prints one line per finding and exits with 1.
 * Refuses colloquial words, constants such as MOST_…, comments that start with a question word, and long comments.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Refused phrases, each with a replacement. */
const PHRASES = {
  whoever: 'the caller, the user',
  nobody: 'no user, no client',
  'whose turn': 'the next request',
  'is told': 'is notified, receives',
  'tells of': 'describes, reports',
  'told apart': 'distinguished',
  'asked for again': 'requested again, retried',
  'so many': 'a count or a limit',
  'let in': 'accepted, admitted',
  'what is asked': 'the request',
  'at rest': 'idle',
  'by itself': 'automatically',
  'the peer': 'KoboToolbox',
  'the price': 'the cost, consequences',
  'also thought of': 'alternatives considered',
};
const PHRASE = new RegExp(`\\b(${Object.keys(PHRASES).join('|')})\\b`, 'i');
const QUOTATION = /"[^"\n]*"|“[^”]*”|«[^»]*»/g;
const CONSTANT = /\b(MOST|LONGEST)_[A-Z]/;
const QUESTION_WORD = /^\s*(?:\/\/|\/\*\*?|\*)\s*(What|Who|Whose|Whom|Whoever|Where|Those|So many)\b/;
const MAX_COMMENT_LINES = 3;

/**
 * Findings in one file, as `line: message`.
 * @param {string} path decides whether it is code or prose
 * @param {string} text
 */
export function findingsIn(path, text) {
  const isCode = /\.[cm]?[jt]s$/.test(path);
  const lines = text.split('\n');
  const findings = lines.flatMap((line, index) => {
    const found = findPhrase(isCode ? line : line.replace(QUOTATION, ''));
    if (found === undefined && isCode && CONSTANT.test(line))
      return [`${index + 1}: name the constant MAX_… or MIN_…`];
    return found === undefined
      ? []
      : [`${index + 1}: "${found}": say ${PHRASES[/** @type {keyof typeof PHRASES} */ (found)]}`];
  });
  return isCode ? [...findings, ...commentFindings(path, lines)] : findings;
}

/** @param {string} line */
function findPhrase(line) {
  return PHRASE.exec(line.replace(/encrypt\w* at rest|(['"`])nobody\1/gi, ''))?.[1]?.toLowerCase();
}

/** @param {string} path @param {string[]} lines */
function commentFindings(path, lines) {
  const findings = [];
  for (let start = 0; start < lines.length; start += 1) {
    const end = commentEnd(lines, start);
    if (end < start) continue;
    const comment = lines.slice(start, end + 1);
    const first = comment.find((line) => /[A-Za-z]/.test(line)) ?? '';
    const questionWord = QUESTION_WORD.exec(first)?.[1];
    if (questionWord !== undefined)
      findings.push(`${start + 1}: comment starts with "${questionWord}": start with a verb or its subject`);
    if (proseLines(comment) > MAX_COMMENT_LINES && !isPublicDoc(path, lines, start, end))
      findings.push(`${start + 1}: comment of more than ${MAX_COMMENT_LINES} lines`);
    start = end;
  }
  return findings;
}

/** Index of the last line of the comment that starts on a line of its own; less than `start` if there is none. @param {string[]} lines @param {number} start */
function commentEnd(lines, start) {
  const line = lines[start] ?? '';
  if (/^\s*\/\*/.test(line)) {
    const length = lines.slice(start).findIndex((each) => each.includes('*/'));
    return length < 0 ? start : start + length;
  }
  let end = start - 1;
  while (/^\s*\/\/(?! eslint|\/)/.test(lines[end + 1] ?? '')) end += 1;
  return end;
}

/** Lines of text before the first tag. @param {string[]} comment */
function proseLines(comment) {
  const text = comment.map((line) =>
    line
      .replace(/^\s*(\/\/|\/\*\*?|\*\/|\*)/, '')
      .replace(/\*\/\s*$/, '')
      .trim(),
  );
  const tag = text.findIndex((line) => line.startsWith('@'));
  return (tag < 0 ? text : text.slice(0, tag)).filter((line) => line !== '').length;
}

/** Doc comments of exports, of ports, and of a file as a whole may be longer. @param {string} path @param {string[]} lines @param {number} start @param {number} end */
function isPublicDoc(path, lines, start, end) {
  if (!/^\s*\/\*\*/.test(lines[start] ?? '')) return false;
  if (start === 0 || /\.port\.ts$/.test(path)) return true;
  const next = lines.slice(end + 1).find((line) => !/^\s*@/.test(line) && line.trim() !== '') ?? '';
  return /^export /.test(next);
}

/** @param {string} folder @returns {string[]} */
function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|mjs|cjs|md)$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

/** Released migrations and former job names are frozen; the contract pages quote KoboToolbox. */
const EXEMPT = /^(src\/database\/migrations\/|docs\/contract\/|src\/jobs\/graphile\.queue\.ts$)/;

function main() {
  process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
  const paths = [...filesBelow('src'), ...filesBelow('docs'), 'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];
  const findings = paths
    .filter((path) => !EXEMPT.test(path))
    .flatMap((path) => findingsIn(path, readFileSync(path, 'utf8')).map((finding) => `${path}:${finding}`));
  for (const finding of findings) console.log(finding);
  process.exitCode = findings.length > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
