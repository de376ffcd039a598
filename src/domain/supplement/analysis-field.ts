import { isDeleted, type QualLabels, type QuestionFeature } from './question-feature';

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
