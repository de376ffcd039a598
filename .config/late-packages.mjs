/** Makes eager `require` calls of packages lazy where a service rarely needs them (decision 109). */

/** Replacements in the sources of packages. A rule that changes nothing fails the build. */
const RULES = [
  rule(/class-validator\/cjs\/decorator\//, late(/^(validator|libphonenumber-js)(\/|$)/)),
  rule(/typeorm\/driver\/DriverFactory\.js$/, late(/^\.\/(?!postgres\/)[\w-]+\//)),
  rule(/typeorm\/(index|entity-manager\/EntityManagerFactory)\.js$/, late(/\/MongoEntityManager$/)),
  rule(/typeorm\/platform\/PlatformTools\.js$/, late(/^@sqltools\//)),
  rule(/@nestjs\/swagger\/dist\/swagger-module\.js$/, late(/^js-yaml$/)),
  // Each lodash function is a file of its own.
  rule(/@nestjs\/swagger\/dist\//, (source) =>
    source
      .replace(/^const lodash_1 = require\("lodash"\);$/m, '')
      .replace(/\blodash_1\.(\w+)/g, 'require("lodash/$1")'),
  ),
  // Skips the search for a configuration file, and its parsers.
  rule(/graphile-worker\/dist\/config\.js$/, (source) =>
    source
      .replace(/^const cosmiconfig_1 = require\("cosmiconfig"\);$/m, '')
      .replace('(0, cosmiconfig_1.cosmiconfigSync)("graphile-worker").search()', 'null'),
  ),
  // Intl.DateTimeFormat loads megabytes of ICU data.
  rule(/@nestjs\/common\/services\/(console-)?logger\.service\.js$/, (source) =>
    source.replace(
      /^const dateTimeFormatter = (new Intl\.DateTimeFormat\([^]*?\}\));$/m,
      'const dateTimeFormatter = { format(date) { return (this.made ??= $1).format(date); } };',
    ),
  ),
  // The check touches `Response`, which loads undici.
  rule(/pg\/lib\/stream\.js$/, (source) => source.replace('if (isCloudflareRuntime())', 'if (false)')),
];

/** Files that are not bundled. */
const EXTERNAL_FILES =
  /^(iconv-lite\/encodings\/|js-yaml\/|libphonenumber-js\/|validator\/lib\/(?!util\/|isLength\.|matches\.)|@sqltools\/|typeorm\/driver\/(?!postgres\/|types\/)[\w-]+\/(?!MssqlParameter)|typeorm\/entity-manager\/Mongo)/;

/**
 * @param {string} path of a file of a package
 * @param {string} request specifier of the `require` call; `exports` of a package may allow no other
 * @returns {string | undefined} specifier to require at run time; undefined when the file is bundled
 */
export function externalName(path, request) {
  const [, within, deeper] = path.split('/node_modules/');
  if (within === undefined || deeper !== undefined || !EXTERNAL_FILES.test(within)) return undefined;
  return request.startsWith('.') ? within.replace(/\.js$/, '') : request;
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

/** @throws Error naming rules that match nothing, such as after an upgrade */
export function assertAllRulesUsed() {
  const unused = RULES.filter(({ used }) => used.count === 0).map(({ files }) => files);
  if (unused.length > 0) throw new Error(`late-packages.mjs: nothing to change in ${unused.join(', ')}`);
}

/** @param {RegExp} files @param {(source: string) => string} change */
function rule(files, change) {
  return { files: new RegExp(`/node_modules/${files.source}`), change, used: { count: 0 } };
}

/**
 * Inlines `require` calls at each use of the variable.
 * @param {RegExp} packages specifiers to inline
 */
function late(packages) {
  const required = /^(?:const|var) (\w+) = ((?:__import\w+\()?require\("([^"]+)"\)\)?);$/gm;
  return (/** @type {string} */ source) => {
    /** @type {Map<string, string>} */
    const requires = new Map();
    const rest = source.replace(required, (line, name, expression, path) => {
      if (!packages.test(path)) return line;
      // In parentheses, or `new` would apply to `require`.
      requires.set(name, `(${expression})`);
      return '';
    });
    return rest.replace(/(?<![.\w])\w+(?=\.)/g, (name) => requires.get(name) ?? name);
  };
}
