/** Preloaded with `--require`. On exit prints loaded modules and created Intl objects as a JSON line. */
/** @type {string[]} */
const madeOfIntl = [];

/** @param {any} of @param {string} name */
function watch(of, name) {
  of[name] = new Proxy(of[name], {
    construct: (target, words) => (madeOfIntl.push(name), Reflect.construct(target, words)),
    apply: (target, self, words) => (madeOfIntl.push(name), Reflect.apply(target, self, words)),
  });
}

for (const name of ['Collator', 'DateTimeFormat', 'DisplayNames', 'NumberFormat', 'PluralRules', 'Segmenter'])
  watch(Intl, name);
for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'])
  watch(Date.prototype, name);
watch(String.prototype, 'localeCompare');
watch(Number.prototype, 'toLocaleString');

process.on('exit', () => {
  const packages = Object.keys(require.cache).flatMap(
    (file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [],
  );
  const loaded = {
    madeOfIntl, // `moduleLoadList` is untyped.
    ofNode: /** @type {any} */ (process).moduleLoadList,
    packages: [...new Set(packages)].sort(),
  };
  process.stdout.write(`\nloaded ${JSON.stringify(loaded)}\n`);
});
