import { InvalidError } from '../errors';

/** Column that a feature adds to data tables, in the keys of KoboToolbox's `analysis_form_json`. */
export interface AnalysisField {
  readonly dtpath: string;
  readonly name: string;
  /** Path of the question, or of the qualitative question for its source and verification. */
  readonly source: string;
  readonly type: string;
  readonly language?: string;
  readonly label?: string;
  readonly choices?: readonly { readonly uuid: string; readonly labels: QualLabels }[];
}

/** Columns of all features, in order. Notes and deleted questions have none. */
export function analysisFields(features: readonly QuestionFeature[]): AnalysisField[] {
  return features.flatMap((feature) => {
    const { questionXpath: source, action, params } = feature;
    switch (action) {
      case 'manual_transcription':
        return params.map(({ language }) => languageField(source, 'transcript', language));
      case 'manual_translation':
        return params.map(({ language }) => languageField(source, 'translation', language));
      case 'manual_qual':
        return params
          .filter((question) => !isDeleted(question) && question.type !== 'qualNote')
          .flatMap((question) => {
            const path = `${source}/${question.uuid}`;
            return [
              {
                ...named(path),
                source,
                type: question.type,
                label: question.labels['_default'] ?? '',
                ...(question.choices !== undefined && {
                  choices: question.choices
                    .filter((choice) => !isDeleted(choice))
                    .map(({ uuid, labels }) => ({ uuid, labels })),
                }),
              },
              { ...named(`${path}/source`), source: path, type: 'qualSource', label: 'source' },
              { ...named(`${path}/verified`), source: path, type: 'qualVerification', label: 'verified' },
            ];
          });
    }
  });
}

function languageField(source: string, type: 'transcript' | 'translation', language: string): AnalysisField {
  return { ...named(`${source}/${type}_${language}`), source, type, language };
}

function named(path: string): { readonly name: string; readonly dtpath: string } {
  return { name: path, dtpath: path };
}

/** Actions of people on the answers of a question. */
export const MANUAL_ACTIONS = ['manual_transcription', 'manual_translation', 'manual_qual'] as const;
export type ManualAction = (typeof MANUAL_ACTIONS)[number];

/** Actions of speech, translation and language model services, which this service does not have. */
export const MACHINE_ACTIONS = [
  'automatic_google_transcription',
  'automatic_google_translation',
  'automatic_bedrock_qual',
] as const;

export const QUAL_TYPES = [
  'qualInteger',
  'qualTags',
  'qualText',
  'qualNote',
  'qualSelectOne',
  'qualSelectMultiple',
] as const;
export type QualType = (typeof QUAL_TYPES)[number];

/** `_default`, or language code → text. */
export type QualLabels = Readonly<Record<string, string>>;

interface Labelled {
  /** Chosen by the client. */
  readonly uuid: string;
  readonly labels: QualLabels;
  readonly hint?: { readonly labels: QualLabels };
  readonly options?: { readonly deleted?: boolean };
}

export type QualChoice = Labelled;

export interface QualQuestion extends Labelled {
  readonly type: QualType;
  /** Of select questions only. */
  readonly choices?: readonly QualChoice[];
}

export interface LanguageParameter {
  readonly language: string;
}

/** Additions to the answers of one question: transcripts, translations or answers to qualitative questions. */
export type FeatureSettings =
  | {
      readonly action: 'manual_transcription' | 'manual_translation';
      readonly params: readonly LanguageParameter[];
    }
  | { readonly action: 'manual_qual'; readonly params: readonly QualQuestion[] };

export type QuestionFeature = FeatureSettings & { readonly uid: string; readonly questionXpath: string };

/** Questions of an action, or choices of a question. */
const MAX_WITH_DELETED = 500;

export function isDeleted({ options }: Pick<Labelled, 'options'>): boolean {
  return options?.deleted === true;
}

export function isSelect(type: QualType): boolean {
  return type === 'qualSelectOne' || type === 'qualSelectMultiple';
}

/**
 * Merges new parameters into existing ones, of which none is ever removed: languages are added; qualitative questions and
 * choices that the client left out are marked as deleted and follow the others.
 * @throws InvalidError if a qualitative question changes its type, or too many were deleted
 */
export function mergeSettings(existing: FeatureSettings, sent: FeatureSettings): FeatureSettings {
  if (existing.action === 'manual_qual' && sent.action === 'manual_qual') {
    return { action: 'manual_qual', params: mergeQuestions(existing.params, sent.params) };
  }
  if (existing.action === 'manual_qual' || sent.action === 'manual_qual') return existing;
  const languages = new Set([...existing.params, ...sent.params].map(({ language }) => language));
  return { action: existing.action, params: [...languages].map((language) => ({ language })) };
}

function mergeQuestions(existing: readonly QualQuestion[], sent: readonly QualQuestion[]): QualQuestion[] {
  const before = new Map(existing.map((question) => [question.uuid, question]));
  const merged = sent.map((question) => {
    const type = before.get(question.uuid)?.type ?? question.type;
    if (type !== question.type) {
      throw InvalidError.at('params', `Question ${question.uuid} stays a ${type}. Add another question.`);
    }
    const choices = withDeleted(before.get(question.uuid)?.choices ?? [], question.choices ?? []);
    return isSelect(question.type) ? { ...question, choices } : question;
  });
  return withDeleted(existing, merged);
}

function withDeleted<Item extends Labelled>(existing: readonly Item[], sent: readonly Item[]): Item[] {
  const kept = new Set(sent.map(({ uuid }) => uuid));
  const deleted = existing.filter(({ uuid }) => !kept.has(uuid));
  if (sent.length + deleted.length > MAX_WITH_DELETED) {
    throw InvalidError.at(
      'params',
      `At most ${MAX_WITH_DELETED} questions or choices, deleted ones included, can be kept.`,
    );
  }
  return [...sent, ...deleted.map((item) => ({ ...item, options: { ...item.options, deleted: true } }))];
}
