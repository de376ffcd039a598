/**
 * Changes to @getodk/web-forms as it is bundled: tiles of the operator's server only, questions for sound, video and files,
 * which the package does not draw, and drafts. A change that does not fit a new release stops the build.
 */
import { readFileSync } from 'node:fs';

const PARTS = 'src/browser/web-form/engine-parts.ts';

const CHANGES = [
  {
    file: /web-forms\/dist\/MapBlock-[^/]+\.js$/,
    of: /"https:\/\/tile\.openstreetmap\.org\/\{z\}\/\{x\}\/\{y\}\.png"/,
    to: 'MAP_TILES.url',
    imports: 'MAP_TILES',
  },
  {
    file: /web-forms\/dist\/MapBlock-[^/]+\.js$/,
    of: /'&#169; <a href="https:\/\/www\.openstreetmap\.org\/copyright"[^']*'/,
    to: 'MAP_TILES.attribution',
    imports: 'MAP_TILES',
  },
  {
    file: /web-forms\/dist\/index-[^/]+\.js$/,
    of: /setup\((\w+)\) \{\s*return \(\w+, \w+\) => \(openBlock\(\), createElementBlock\("p", null, "[^"]*Support for non-image uploads is pending[^"]*"\)\);/,
    to: `setup($1) {
      return () => (openBlock(), createElementBlock(Fragment, null, [
        createVNode(ControlText, { question: $1.question }, null, 8, ["question"]),
        createVNode(UploadFile, { question: $1.question }, null, 8, ["question"]),
        createVNode(ValidationMessage, { message: $1.question.validationState.violation?.message.formatted }, null, 8, ["message"])
      ], 64));`,
    imports: 'UploadFile',
  },
  {
    file: /web-forms\/dist\/index-[^/]+\.js$/,
    of: /(\w+)\.value = (\w+)\.instance\?\.mode === "edit";/,
    to: '$1.value = $2.instance?.mode === "edit", instanceOpened($2.root);',
    imports: 'instanceOpened',
  },
  {
    file: /web-forms\/dist\/index-[^/]+\.js$/,
    of: /(const \w+ = )(resolvableFormInstanceInput\((\w+)\.editInstance\)), (\w+) = await (\w+)\.editInstance\(\w+, (\w+)\);/,
    to: '$1$3.editInstance, $4 = await ($3.editInstance.draft ? $5.restoreInstance($3.editInstance.draft, $6) : $5.editInstance($2, $6));',
    imports: 'instanceOpened',
  },
];

/** esbuild plugin. */
export const webFormsChanges = {
  name: 'changes to web forms',
  /** @param {import('esbuild').PluginBuild} bundle */
  setup: (bundle) =>
    bundle.onLoad({ filter: /@getodk\/web-forms\/dist\/.*\.js$/ }, ({ path }) => ({
      contents: CHANGES.filter(({ file }) => file.test(path)).reduce(changed, readFileSync(path, 'utf8')),
    })),
};

/** @param {string} text @param {(typeof CHANGES)[number]} change */
function changed(text, { of, to, imports }) {
  if (!of.test(text))
    throw new Error(`@getodk/web-forms has no ${of.source} any more. Adapt .config/web-forms-changes.mjs.`);
  const statement = `import { ${imports} } from ${JSON.stringify(`${process.cwd()}/${PARTS}`)};\n`;
  return (text.includes(statement) ? '' : statement) + text.replace(of, to);
}
