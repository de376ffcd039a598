import { parameterPairs } from '../../content/parameter-pairs';
import { Compilation, locationOf } from '../compilation';
import { cellText, FormQuestion } from '../form/form-tree';
import { NAME_PATTERN } from '../xml/xml-tree';

/** Element that gets the parameter as an attribute. */
type Target = 'bind' | 'control' | 'action';

interface ParameterRule {
  /** Undefined for a parameter that the code of the control reads. */
  readonly to?: readonly [Target, attribute: string];
  readonly accepts: RegExp;
  /** Valid values, as the end of "Use …". */
  readonly expected: string;
  readonly writtenAs?: string;
  /** Appearance with which the parameter is used, besides none; it is passed over with others. */
  readonly onlyWithAppearance?: string;
}

const WHOLE = { accepts: /^\d+$/, expected: 'a whole number' };
const NUMBER = { accepts: /^-?(\d+(\.\d*)?|\.\d+)$/, expected: 'a number' };
const YES_NO = { accepts: /^(true|false)$/, expected: 'true or false' };
const ANYTHING = { accepts: /./, expected: 'a value' };
const oneOf = (...words: string[]) => ({
  accepts: new RegExp(`^(${words.join('|')})$`),
  expected: words.join(', ').replace(/, ([^,]+)$/, ' or $1'),
});
const rule = (to: Target, attribute: string, value: ParameterRule): ParameterRule => ({
  to: [to, attribute],
  ...value,
});

type Rules = Readonly<Record<string, ParameterRule>>;

const SELECT: Rules = {
  randomize: YES_NO,
  seed: { accepts: /^(-?[\d.]+|\$\{.+\})$/, expected: 'a number or a reference such as ${q}' },
};
const FILE_FIELD = {
  accepts: new RegExp(`^${NAME_PATTERN}$`, 'u'),
  expected: 'the name of a column: a letter or "_", then letters, digits, "_", "-" and "."',
};
const FROM_FILE: Rules = { ...SELECT, value: FILE_FIELD, label: FILE_FIELD };
const GEOMETRY: Rules = {
  'allow-mock-accuracy': rule('bind', 'odk:allow-mock-accuracy', YES_NO),
  'reference-geometry': ANYTHING,
};
const DRAWN_GEOMETRY: Rules = {
  ...GEOMETRY,
  incremental: rule('control', 'incremental', {
    accepts: /^(true|true\(\)|yes)$/,
    expected: 'true, or leave it out',
    writtenAs: 'true',
  }),
};
const VOICE = ['voice-only', 'low', 'normal'];

const RULES: Readonly<Record<string, Rules>> = {
  text: { rows: rule('control', 'rows', WHOLE) },
  select_one: SELECT,
  select_multiple: SELECT,
  rank: SELECT,
  select_one_external: SELECT,
  select_one_from_file: FROM_FILE,
  select_multiple_from_file: FROM_FILE,
  range: {
    start: rule('control', 'start', NUMBER),
    end: rule('control', 'end', NUMBER),
    step: rule('control', 'step', NUMBER),
    tick_interval: rule('control', 'odk:tick-interval', NUMBER),
    placeholder: rule('control', 'odk:placeholder', NUMBER),
    tick_labelset: ANYTHING,
  },
  image: {
    'max-pixels': rule('bind', 'orx:max-pixels', WHOLE),
    app: rule('control', 'intent', {
      accepts: /^[a-z]\w*(\.[a-z]\w*)+$/i,
      expected: 'the name of an Android package, such as com.example.camera',
      // Clients draw, and take pictures with the front camera, by themselves.
      onlyWithAppearance: 'annotate',
    }),
  },
  audio: { quality: rule('bind', 'odk:quality', oneOf(...VOICE, 'external')) },
  'background-audio': { quality: rule('action', 'odk:quality', oneOf(...VOICE)) },
  geopoint: {
    ...GEOMETRY,
    'capture-accuracy': rule('control', 'accuracyThreshold', NUMBER),
    'warning-accuracy': rule('control', 'unacceptableAccuracyThreshold', NUMBER),
  },
  geotrace: DRAWN_GEOMETRY,
  geoshape: DRAWN_GEOMETRY,
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

const CASE_SENSITIVE = ['value', 'label', 'tick_labelset', 'reference-geometry'];

/** Parameters of a question: values by key, and the resulting attributes. */
export interface Parameters {
  readonly values: ReadonlyMap<string, string>;
  attributes(target: Target): Record<string, string>;
}

const NONE: Parameters = { values: new Map(), attributes: () => ({}) };

/** Reads the `parameters` column (contract-xlsform 3.3, 3.4); unknown keys and invalid values go to the log. */
export function readParameters(compilation: Pick<Compilation, 'log'>, question: FormQuestion): Parameters {
  const source = cellText(question.cells, 'parameters');
  if (source === undefined) return NONE;
  const at = locationOf(question, 'parameters');
  const rules = RULES[question.type.name];
  const values = new Map<string, string>();
  const appearance = cellText(question.cells, 'appearance');
  const isPassedOver = ({ onlyWithAppearance }: ParameterRule) =>
    onlyWithAppearance !== undefined && appearance !== undefined && appearance !== onlyWithAppearance;
  for (const { part, key, value: written } of parameterPairs(source)) {
    if (key === '') {
      compilation.log.refuse(
        at,
        `"${part}" is not a parameter. Write pairs such as start=1 end=10, separated by spaces.`,
      );
      continue;
    }
    const value = CASE_SENSITIVE.includes(key) || written.startsWith('${') ? written : written.toLowerCase();
    const parameter = ruleOf(rules, key);
    if (rules !== undefined && parameter === undefined) {
      compilation.log.refuse(
        at,
        `The type ${question.type.name} has no parameter "${key}". Use one of: ${Object.keys(rules).join(', ')}.`,
      );
    } else if (parameter !== undefined && isPassedOver(parameter)) {
      continue;
    } else if (parameter !== undefined && !parameter.accepts.test(value)) {
      compilation.log.refuse(at, `"${value}" does not fit the parameter ${key}. Use ${parameter.expected}.`);
    } else {
      values.set(key, value);
    }
  }
  return {
    values,
    attributes: (target) =>
      Object.fromEntries(
        [...values].flatMap(([key, value]) => {
          const parameter = ruleOf(rules, key);
          return parameter?.to?.[0] === target ? [[parameter.to[1], parameter.writtenAs ?? value]] : [];
        }),
      ),
  };
}
