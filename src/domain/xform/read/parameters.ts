import { Compilation, placeOf } from '../compilation';
import { cellText } from '../form/cells';
import { FormQuestion } from '../form/form-tree';
import { NAME_PATTERN } from '../xml/xml-names';

/** The `parameters` column (contract-xlsform 3.3, 3.4): `key=value` pairs, each known to the type of the question. */

/** Where a parameter goes when it becomes an attribute; `none` are read by the code of the control. */
type Target = 'bind' | 'control' | 'action' | 'none';

interface ParameterRule {
  readonly to: Target;
  readonly attribute: string;
  readonly accepts: RegExp;
  /** Completes "Use …": what a good value looks like. */
  readonly wanted: string;
  /** What is written whatever the spelling of the value. */
  readonly writtenAs?: string;
  /** An appearance that leaves no room for the parameter. */
  readonly notWith?: string;
}

const WHOLE = { accepts: /^\d+$/, wanted: 'a whole number' };
const NUMBER = { accepts: /^-?(\d+(\.\d*)?|\.\d+)$/, wanted: 'a number' };
const YES_NO = { accepts: /^(true|false)$/, wanted: 'true or false' };
const ANYTHING = { accepts: /./, wanted: 'a value' };
const oneOf = (...words: string[]) => ({
  accepts: new RegExp(`^(${words.join('|')})$`),
  wanted: words.join(', ').replace(/, ([^,]+)$/, ' or $1'),
});
const rule = (
  to: Target,
  attribute: string,
  value: Omit<ParameterRule, 'to' | 'attribute'>,
): ParameterRule => ({
  to,
  attribute,
  ...value,
});

type Rules = Readonly<Record<string, ParameterRule>>;

const SELECT: Rules = {
  randomize: rule('none', '', YES_NO),
  seed: rule('none', '', {
    accepts: /^(-?[\d.]+|\$\{.+\})$/,
    wanted: 'a number or a reference such as ${q}',
  }),
};
/** Names of columns, or of elements, of the file. */
const FILE_FIELD = {
  accepts: new RegExp(`^${NAME_PATTERN}$`, 'u'),
  wanted: 'the name of a column: a letter or "_", then letters, digits, "_", "-" and "."',
};
const FROM_FILE: Rules = {
  ...SELECT,
  value: rule('none', '', FILE_FIELD),
  label: rule('none', '', FILE_FIELD),
};
const MOCK: Rules = { 'allow-mock-accuracy': rule('bind', 'odk:allow-mock-accuracy', YES_NO) };
const REFERENCE_GEOMETRY: Rules = { 'reference-geometry': rule('none', '', ANYTHING) };
const DRAWN: Rules = {
  ...MOCK,
  ...REFERENCE_GEOMETRY,
  incremental: rule('control', 'incremental', {
    accepts: /^(true|yes)$/,
    wanted: 'true, or leave it out',
    writtenAs: 'true',
  }),
};
const VOICE = ['voice-only', 'low', 'normal'];

const RULES: Readonly<Record<string, Rules>> = {
  text: { rows: rule('control', 'rows', WHOLE) },
  select_one: SELECT,
  select_multiple: SELECT,
  rank: SELECT,
  select_one_from_file: FROM_FILE,
  select_multiple_from_file: FROM_FILE,
  range: {
    start: rule('control', 'start', NUMBER),
    end: rule('control', 'end', NUMBER),
    step: rule('control', 'step', NUMBER),
    tick_interval: rule('control', 'odk:tick-interval', NUMBER),
    placeholder: rule('control', 'odk:placeholder', NUMBER),
    tick_labelset: rule('none', '', ANYTHING),
  },
  image: {
    'max-pixels': rule('bind', 'orx:max-pixels', WHOLE),
    app: rule('control', 'intent', {
      accepts: /^[a-z]\w*(\.[a-z]\w*)+$/i,
      wanted: 'the name of an Android package, such as com.example.camera',
      // A signature is drawn in the client itself.
      notWith: 'signature',
    }),
  },
  audio: { quality: rule('bind', 'odk:quality', oneOf(...VOICE, 'external')) },
  'background-audio': { quality: rule('action', 'odk:quality', oneOf(...VOICE)) },
  geopoint: {
    ...MOCK,
    ...REFERENCE_GEOMETRY,
    'capture-accuracy': rule('control', 'accuracyThreshold', NUMBER),
    'warning-accuracy': rule('control', 'unacceptableAccuracyThreshold', NUMBER),
  },
  geotrace: DRAWN,
  geoshape: DRAWN,
  audit: {
    'location-priority': rule(
      'bind',
      'odk:location-priority',
      oneOf('no-power', 'low-power', 'balanced', 'high-accuracy'),
    ),
    'location-min-interval': rule('bind', 'odk:location-min-interval', WHOLE),
    'location-max-age': rule('bind', 'odk:location-max-age', WHOLE),
    'track-changes': rule('bind', 'odk:track-changes', YES_NO),
    'track-changes-reasons': rule('bind', 'odk:track-changes-reasons', oneOf('on-form-edit')),
    'identify-user': rule('bind', 'odk:identify-user', YES_NO),
  },
};

function ruleOf(rules: Rules | undefined, key: string): ParameterRule | undefined {
  return rules !== undefined && Object.hasOwn(rules, key) ? rules[key] : undefined;
}

/** Parameters whose values keep their letter case. */
const KEEPS_CASE: ReadonlySet<string> = new Set(['value', 'label', 'tick_labelset', 'reference-geometry']);

/** The parameters of one question: raw values by key, and the attributes that they become. */
export interface Parameters {
  readonly values: ReadonlyMap<string, string>;
  /** The attributes that belong on the bind, the control or the action. */
  attributes(target: Exclude<Target, 'none'>): Record<string, string>;
}

const NONE: Parameters = { values: new Map(), attributes: () => ({}) };

/** Reads and judges the parameters of a question; unknown keys and unfit values go to the log. */
export function readParameters(compilation: Pick<Compilation, 'log'>, question: FormQuestion): Parameters {
  const source = cellText(question.cells, 'parameters');
  if (source === undefined) return NONE;
  const at = placeOf(question, 'parameters');
  const rules = RULES[question.type.name];
  const values = new Map<string, string>();
  const appearance = new Set(cellText(question.cells, 'appearance')?.split(/\s+/));
  for (const pair of source
    .replace(/\s+/g, ' ')
    .replace(/ ?= ?/g, '=')
    .split(/[ ,;]+/)) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const key = pair.slice(0, equals).toLowerCase();
    if (equals <= 0) {
      compilation.log.refuse(
        at,
        `"${pair}" is no parameter. Write pairs such as start=1 end=10, parted by spaces.`,
      );
      continue;
    }
    const written = pair.slice(equals + 1);
    const value = KEEPS_CASE.has(key) || written.startsWith('${') ? written : written.toLowerCase();
    const known = ruleOf(rules, key);
    if (rules !== undefined && known === undefined) {
      compilation.log.refuse(
        at,
        `The type ${question.type.name} has no parameter "${key}". It knows: ${Object.keys(rules).join(', ')}.`,
      );
    } else if (known !== undefined && !known.accepts.test(value)) {
      compilation.log.refuse(at, `"${value}" does not fit the parameter ${key}. Use ${known.wanted}.`);
    } else {
      values.set(key, value);
    }
  }
  return {
    values,
    attributes: (target) =>
      Object.fromEntries(
        [...values].flatMap(([key, value]) => {
          const known = ruleOf(rules, key);
          if (known?.to !== target || (known.notWith !== undefined && appearance.has(known.notWith)))
            return [];
          return [[known.attribute, known.writtenAs ?? value]];
        }),
      ),
  };
}
