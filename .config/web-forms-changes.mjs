/**
 * Changes to @getodk/web-forms as it is bundled: tiles of the operator's server only, questions for sound, video and files,
 * which the package does not draw, and drafts. A change that does not fit a new release stops the build.
 */
import { readFileSync } from 'node:fs';

const PARTS = 'src/browser/web-form/engine-parts.ts';
const ANSWERS = 'src/browser/web-form/answer-inputs.ts';
const MOMENTS = 'src/browser/web-form/stored-moments.ts';
const FUNCTIONS = 'src/browser/web-form/javarosa-functions.ts';

/** @type {{ file: RegExp; of: RegExp; to: string; imports?: string; from?: string; isOptional?: boolean }[]} */
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
  // Places come back from the map with noise: typed as -1.2921, stored as -1.292100000000005.
  {
    file: /web-forms\/dist\/MapBlock-[^/]+\.js$/,
    of: /(= \w+\(\s*\w+,\s*"EPSG:3857",\s*"EPSG:4326"\s*\), \w+ = \w+\[0\];\s*return \([^;]*?\), )(\w+);/,
    to: '$1roundedPlace($2);',
    imports: 'roundedPlace',
  },
  // Coordinates of a point that are typed beside the map, and not taken over while they are invalid.
  {
    file: /web-forms\/dist\/MapBlock-[^/]+\.js$/,
    of: /, (\w+) = (\w+)\(\(\) => !\w+\.coordinates\?\.length\), (\w+) = \2\([^;]*?\), (\w+) = \2\([^;]*?\);/,
    to: '$&\nwatchPlaceInputs(() => !$1.value && !($3.value && $4.value));',
    imports: 'watchPlaceInputs',
    from: 'src/browser/web-form/place-inputs.ts',
  },
  // The first point of a shape is its last one too.
  {
    file: /web-forms\/dist\/MapBlock-[^/]+\.js$/,
    of: /(\w+)\[(\w+)\] = (\w+);(\s*const \w+ = (\w+ instanceof \w+) \? \1 : \[\1\];)/,
    to: '$5 ? $1[$2] = $3 : moveCorner($1, $2, $3);$4',
    imports: 'moveCorner',
    from: 'src/browser/web-form/place-inputs.ts',
  },
  // An altitude or accuracy that is emptied is none, not 0.
  {
    file: /web-forms\/dist\/MapBlock-[^/]+\.js$/,
    of: /(Number\(\w+\.value\),\s*Number\(\w+\.value\),\s*)Number\((\w+)\.value\),\s*Number\((\w+)\.value\)/,
    to: '$1$2.value === "" ? NaN : Number($2.value), $3.value === "" ? NaN : Number($3.value)',
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
  {
    file: /web-forms\/dist\/index-[^/]+\.js$/,
    of: /new FunctionLibraryCollection\(\[enk, xf, fn, jr\], \{\s*defaultNamespaceURIs: \[/,
    to: `new FunctionLibraryCollection([javaRosaFunctions({
      FunctionImplementation, FunctionLibrary, BooleanEvaluation, NumberEvaluation, StringEvaluation
    }, "urn:javarosa"), enk, xf, fn, jr], { defaultNamespaceURIs: ["urn:javarosa", `,
    imports: 'javaRosaFunctions',
    from: FUNCTIONS,
  },
  {
    file: /web-forms\/dist\/index-[^/]+\.js$/,
    of: /(createCalculation = [^;]*;\s*createComputed\(\(\) => \{[^;]*\.decodeInstanceValue\()(\w+)\)/,
    to: '$1calculatedValue($2))',
    imports: 'calculatedValue',
    from: FUNCTIONS,
  },
  // Dates and times of defaults and calculations.
  {
    file: /web-forms\/dist\/index-[^/]+\.js$/,
    of: /super\("date", (\w+), (\w+)\);/,
    to: 'super("date", $1, (text) => $2(storedDate(text)));',
    imports: 'storedDate',
    from: MOMENTS,
  },
  {
    file: /web-forms\/dist\/index-[^/]+\.js$/,
    of: /super\("time", (\w+), (\w+)\);/,
    to: 'super("time", $1, (text) => $2(storedTime(text)));',
    imports: 'storedTime',
    from: MOMENTS,
  },
  {
    file: /web-forms\/dist\/index-[^/]+\.js$/,
    of: /dateTime: new (ValueTypePlaceholderCodec)\("dateTime"\)/,
    to: 'dateTime: Object.assign(new $1("dateTime"), { decodeInstanceValue: storedMoment })',
    imports: 'storedMoment',
    from: MOMENTS,
  },
  {
    file: /web-forms\/dist\/index-[^/]+\.js$/,
    of: /(__name: "UploadImageControl",[\s\S]*?createVNode\(ControlText, \{ question: (\w+)\.question \}, null, 8, \["question"\]\),\s*)createElementVNode\("div",/,
    to: '$1isDrawn($2.question) ? createVNode(DrawnImage, { question: $2.question }, null, 8, ["question"]) : createElementVNode("div",',
    imports: 'isDrawn, DrawnImage',
    from: 'src/browser/web-form/drawn-image.ts',
  },
  // Ranges, which have no message of the form either.
  {
    file: /web-forms\/dist\/index-[^/]+\.js$/,
    of: /\(openBlock\(\), createElementBlock\("div", \{\s*key: 1,\s*class: normalizeClass\(\["range-control-container"[\s\S]*?id: (\w+)\.node\.nodeId,[\s\S]*?\], 2\)\)\s*\], 64\)\);/,
    to: `(openBlock(), createBlock(RangeInput, { key: 1, node: $1.node }, null, 8, ["node"])),
        createVNode(ValidationMessage, { message: $1.node.validationState.violation?.message.formatted }, null, 8, ["message"])
      ], 64));`,
    imports: 'RangeInput',
    from: 'src/browser/web-form/range-input.ts',
  },
  // Pictures of questions with `max-pixels`.
  {
    file: /web-forms\/dist\/index-[^/]+\.js$/,
    of: /(\w+) = \((\w+)\) => \{\s*\w+\(\2, (\w+)\.question\.maxPixels\)\.then\([\s\S]*?\}\)\.catch\([\s\S]*?\}\);\s*\},/,
    to: '$1 = ($2) => void takePicture($3.question, $2, resize),',
    imports: 'takePicture',
    from: 'src/browser/web-form/sized-picture.ts',
  },
  {
    file: /web-forms\/dist\/index-[^/]+\.js$/,
    of: /(\w+) = await (\w+\.toBlob\(\w+, \{ max: \w+ \}\));\s*return new File\(\[\1\], (\w+)\.name\);/,
    to: '$1 = await $2; return new File([$1], $3.name, { type: $1.type });',
  },
  {
    file: /web-forms\/dist\/index-[^/]+\.js$/,
    of: /escapeXMLText = \((\w+), (\w+)\) => \{/,
    to: 'escapeXMLText = (text, $2) => { const $1 = xmlCharacters(text);',
    imports: 'xmlCharacters',
    from: 'src/browser/web-form/xml-characters.ts',
  },
  // The engine can't sort the nodes of a union, which choices of a file beside others are; theirs is the order that is meant.
  {
    file: /web-forms\/dist\/index-[^/]+\.js$/,
    of: /return new Set\((\w+)\.slice\(\)\.sort\(\w+\.domProvider\.compareDocumentOrder\)\);/,
    to: 'return new Set($1);',
  },
  // Traces may end where they begin, and shapes of other clients may not.
  {
    file: /web-forms\/dist\/index-[^/]+\.js$/,
    of: /(\w+)\.length < 3 \|\| !Geolocation\.isClosedShape\(\1\) \? null/,
    to: '$1.length < 3 ? null',
  },
  {
    file: /web-forms\/dist\/index-[^/]+\.js$/,
    of: /(\w+)\.length < 2 \|\| Geolocation\.isClosedShape\(\1\) \? null/,
    to: '$1.length < 2 ? null',
  },
];

/** Texts of the package in the language of the page, wherever they stand in its code. */
const TEXTS = 'src/browser/web-form/engine-texts.json';
/** @param {string} text @returns {string} */
const quoted = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
for (const text of Object.keys(JSON.parse(readFileSync(TEXTS, 'utf8')))) {
  const counted = /^\{n\}(.*)$/.exec(text)?.[1];
  CHANGES.push({
    file: /web-forms\/dist\/(?:index|MapBlock)-[^/]+\.js$/,
    isOptional: true,
    of: new RegExp(
      counted === undefined ? `"${quoted(text)}"(?!\\s*:)` : `\`\\$\\{(\\w+)\\}${quoted(counted)}\``,
      'g',
    ),
    to:
      counted === undefined
        ? `engineText(${JSON.stringify(text)})`
        : `engineText(${JSON.stringify(text)}, $1)`,
    imports: 'engineText',
    from: 'src/browser/web-form/engine-texts.ts',
  });
}

/** Components whose questions are drawn by ours, with the name of the property that has the question. */
const INPUTS = {
  InputDate: 'question',
  InputTime: 'question',
  InputDecimal: 'node',
  InputInt: 'node',
  InputNumbersAppearance: 'node',
  InputText: 'node',
};
for (const [component, property] of Object.entries(INPUTS))
  CHANGES.push({
    file: /web-forms\/dist\/index-[^/]+\.js$/,
    of: new RegExp(
      `(__name: "${component}",\\s*props: \\{\\s*${property}: \\{\\}\\s*\\},\\s*setup\\((\\w+)\\) \\{)`,
    ),
    to: `$1 const answer = answerSetup($2.${property}); if (answer) return answer;`,
    imports: 'answerSetup',
    from: ANSWERS,
  });

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
function changed(text, { of, to, imports, from = PARTS, isOptional = false }) {
  if (text.search(of) < 0 && isOptional) return text;
  if (text.search(of) < 0)
    throw new Error(`@getodk/web-forms has no ${of.source} any more. Adapt .config/web-forms-changes.mjs.`);
  if (imports === undefined) return text.replace(of, to);
  const statement = `import { ${imports} } from ${JSON.stringify(`${process.cwd()}/${from}`)};\n`;
  return (text.includes(statement) ? '' : statement) + text.replace(of, to);
}
