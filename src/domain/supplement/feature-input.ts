import { InvalidError } from '../errors';
import { isSystemKey } from '../submission/instance-flattening';
import { isJsonObject, type JsonObject } from '../text/json-members';
import { unstorableReason } from '../text/unstorable-text';
import {
  type FeatureSettings,
  isSelect,
  type LanguageParameter,
  MACHINE_ACTIONS,
  MANUAL_ACTIONS,
  type ManualAction,
  QUAL_TYPES,
  type QualChoice,
  type QualLabels,
  type QualQuestion,
  type QualType,
} from './question-feature';

export type NewFeature = FeatureSettings & { readonly questionXpath: string };

export const FEATURE_LIMITS = {
  features: 300,
  params: 100,
  choices: 200,
  labelLength: 2_000,
  xpathLength: 512,
} as const;

/** Language code such as `en` or `zh-Hans`. */
const LANGUAGE = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,3}$/;
const UUID = /^[0-9A-Za-z-]{1,40}$/;
const XPATH = /^[\p{L}_][\p{L}\p{M}\p{N}._-]*(\/[\p{L}_][\p{L}\p{M}\p{N}._-]*)*$/u;
const DEFAULT_LABEL = '_default';

/** @throws InvalidError with a sentence that says what machine actions need */
export function assertManualAction(action: string): asserts action is ManualAction {
  if ((MACHINE_ACTIONS as readonly string[]).includes(action)) {
    throw InvalidError.at(
      'action',
      `"${action}" needs a speech, translation or language model service, which this service does not have. ` +
        `Use one of: ${MANUAL_ACTIONS.join(', ')}.`,
    );
  }
  if (!(MANUAL_ACTIONS as readonly string[]).includes(action)) {
    throw InvalidError.at(
      'action',
      `${JSON.stringify(action)} is not a valid choice. Use one of: ${MANUAL_ACTIONS.join(', ')}.`,
    );
  }
}

/** Reads the path of a question. @throws InvalidError */
export function readQuestionXpath(sent: unknown): string {
  if (
    typeof sent !== 'string' ||
    sent.length > FEATURE_LIMITS.xpathLength ||
    !XPATH.test(sent) ||
    isSystemKey(sent)
  ) {
    throw InvalidError.at('question_xpath', 'Value must be the path of a question, such as "group/voice".');
  }
  return sent;
}

/** Reads a language code. @throws InvalidError */
export function readLanguage(sent: unknown): string {
  if (typeof sent === 'string' && LANGUAGE.test(sent)) return sent;
  throw InvalidError.at('language', 'Value must be a language code, such as "en".');
}

/** Reads a new feature. @throws InvalidError, also for machine actions */
export function readNewFeature({ action, question_xpath: xpath, params }: JsonObject): NewFeature {
  if (typeof action !== 'string') throw InvalidError.at('action', 'This field is required.');
  assertManualAction(action);
  const questionXpath = readQuestionXpath(xpath);
  return { questionXpath, ...readFeatureSettings(action, params) };
}

/** Reads the `params` of an action. @throws InvalidError */
export function readFeatureSettings(action: ManualAction, sent: unknown): FeatureSettings {
  const items = readList(sent, FEATURE_LIMITS.params);
  if (action === 'manual_qual') {
    const params = items.map(readQuestion);
    assertDistinct(params);
    return { action, params };
  }
  return { action, params: items.map(readLanguageParameter) };
}

function readLanguageParameter(sent: unknown): LanguageParameter {
  return { language: readLanguage(readObject(sent)['language']) };
}

function readQuestion(sent: unknown): QualQuestion {
  const question = readObject(sent);
  const type = readType(question['type']);
  const labelled = readLabelled(question);
  if (!isSelect(type)) return { type, ...labelled };
  const choices: readonly QualChoice[] = readList(question['choices'], FEATURE_LIMITS.choices).map((choice) =>
    readLabelled(readObject(choice)),
  );
  assertDistinct(choices);
  return { type, ...labelled, choices };
}

function readLabelled({ uuid, labels, hint, options }: JsonObject): QualChoice {
  if (typeof uuid !== 'string' || !UUID.test(uuid)) throw invalid('Each question and choice needs a `uuid`.');
  const isMarkedDeleted = typeof options === 'object' && options !== null && 'deleted' in options;
  return {
    uuid,
    labels: readLabels(labels),
    ...(hint !== undefined && hint !== null && { hint: { labels: readLabels(readObject(hint)['labels']) } }),
    ...(isMarkedDeleted && options.deleted === true && { options: { deleted: true } }),
  };
}

function readType(sent: unknown): QualType {
  const type = QUAL_TYPES.find((each) => each === sent);
  if (type === undefined) {
    throw invalid(`Type ${JSON.stringify(sent)} is not valid. Use one of: ${QUAL_TYPES.join(', ')}.`);
  }
  return type;
}

function readLabels(sent: unknown): QualLabels {
  const labels = readObject(sent);
  if (typeof labels[DEFAULT_LABEL] !== 'string') throw invalid('`labels` needs a text named `_default`.');
  for (const [key, text] of Object.entries(labels)) {
    if (key !== DEFAULT_LABEL && !LANGUAGE.test(key))
      throw invalid('Labels are named `_default` or by language codes.');
    if (typeof text !== 'string' || text.length > FEATURE_LIMITS.labelLength) {
      throw invalid(`A label is a text of at most ${FEATURE_LIMITS.labelLength} characters.`);
    }
    const unstorable = unstorableReason(text);
    if (unstorable !== undefined) throw invalid(`A label ${unstorable}.`);
  }
  return Object.fromEntries(Object.entries(labels)) as QualLabels;
}

function assertDistinct(items: readonly { readonly uuid: string }[]): void {
  if (new Set(items.map(({ uuid }) => uuid)).size < items.length)
    throw invalid('Each `uuid` must be unique.');
}

function readList(sent: unknown, maxLength: number): readonly unknown[] {
  if (!Array.isArray(sent)) throw invalid('Value must be a list of objects.');
  if (sent.length > maxLength) throw invalid(`A list can have at most ${maxLength} items.`);
  return sent;
}

function readObject(sent: unknown): JsonObject {
  if (!isJsonObject(sent)) throw invalid('Value must be an object.');
  return sent;
}

const invalid = (message: string): InvalidError => InvalidError.at('params', message);
