/**
 * What packages ask for at once and a service hardly ever uses: it is asked for where it is used, and what a service may
 * never use stays among the packages (decision 109).
 */

/** The texts of packages: in which files, what stands in place of what. A rule that changes nothing ends the build. */
const RULES = [
  rule(/class-validator\/cjs\/decorator\//, late(/^(validator|libphonenumber-js)(\/|$)/)),
  rule(/typeorm\/driver\/DriverFactory\.js$/, late(/^\.\/(?!postgres\/)[\w-]+\//)),
  rule(/typeorm\/(index|entity-manager\/EntityManagerFactory)\.js$/, late(/\/MongoEntityManager$/)),
  rule(/typeorm\/platform\/PlatformTools\.js$/, late(/^@sqltools\//)),
  rule(/@nestjs\/swagger\/dist\/swagger-module\.js$/, late(/^js-yaml$/)),
  // Each function of it is a file, too, which loads the few that it needs.
  rule(/@nestjs\/swagger\/dist\//, (source) =>
    source
      .replace(/^const lodash_1 = require\("lodash"\);$/m, '')
      .replace(/\blodash_1\.(\w+)/g, 'require("lodash/$1")'),
  ),
  // It would look for settings of its own in all folders above, with readers for each kind of file. They are ours.
  rule(/graphile-worker\/dist\/config\.js$/, (source) =>
    source
      .replace(/^const cosmiconfig_1 = require\("cosmiconfig"\);$/m, '')
      .replace('(0, cosmiconfig_1.cosmiconfigSync)("graphile-worker").search()', 'null'),
  ),
  // Formats of dates bring megabytes of the tables of Intl in.
  rule(/@nestjs\/common\/services\/(console-)?logger\.service\.js$/, (source) =>
    source.replace(
      /^const dateTimeFormatter = (new Intl\.DateTimeFormat\([^]*?\}\));$/m,
      'const dateTimeFormatter = { format(date) { return (this.made ??= $1).format(date); } };',
    ),
  ),
  // Looking for a Response loads all that fetch needs, where Node has no navigator.
  rule(/pg\/lib\/stream\.js$/, (source) => source.replace('if (isCloudflareRuntime())', 'if (false)')),
];

/** Files that stay among the packages. */
const STAYING =
  /^(iconv-lite\/encodings\/|js-yaml\/|libphonenumber-js\/|validator\/lib\/(?!util\/|isLength\.|matches\.)|@sqltools\/|typeorm\/driver\/(?!postgres\/|types\/)[\w-]+\/(?!MssqlParameter)|typeorm\/entity-manager\/Mongo)/;

/**
 * @param {string} path of a file of a package
 * @param {string} asked how a file of a package asks for it; packages may be entered by the names alone that they give
 * @returns {string | undefined} by what name to load it while the service runs, when it stays where it is
 */
export function stayingName(path, asked) {
  const [, within, deeper] = path.split('/node_modules/');
  if (within === undefined || deeper !== undefined || !STAYING.test(within)) return undefined;
  return asked.startsWith('.') ? within.replace(/\.js$/, '') : asked;
}

/** @param {string} path @param {string} source */
export function sourceWithLateRequires(path, source) {
  return RULES.reduce((text, { files, change, used }) => {
    if (!files.test(path)) return text;
    const changed = change(text);
    if (changed !== text) used.count += 1;
    return changed;
  }, source);
}

/** @throws Error naming what a newer package no longer has */
export function assertAllRulesUsed() {
  const unused = RULES.filter(({ used }) => used.count === 0).map(({ files }) => files);
  if (unused.length > 0) throw new Error(`late-packages.mjs: nothing to change in ${unused.join(', ')}`);
}

/** @param {RegExp} files @param {(source: string) => string} change */
function rule(files, change) {
  return { files: new RegExp(`/node_modules/${files.source}`), change, used: { count: 0 } };
}

/**
 * Puts what is required in the place of its name.
 * @param {RegExp} packages those of which it is true
 */
function late(packages) {
  const required = /^(?:const|var) (\w+) = ((?:__import\w+\()?require\("([^"]+)"\)\)?);$/gm;
  return (/** @type {string} */ source) => {
    /** @type {Map<string, string>} */
    const places = new Map();
    const rest = source.replace(required, (line, name, expression, path) => {
      if (!packages.test(path)) return line;
      // In parentheses: what stands behind `new` would else be made of `require` itself.
      places.set(name, `(${expression})`);
      return '';
    });
    return rest.replace(/(?<![.\w])\w+(?=\.)/g, (name) => places.get(name) ?? name);
  };
}
