import { type Text, t } from '../../language/message';

type ScriptTexts = Readonly<Record<string, Text>>;

/** Scripts name them by their English. */
const byEnglish = (...texts: Text[]): ScriptTexts =>
  Object.fromEntries(texts.map((text) => [String(text), text]));

export const lightboxTexts = (): ScriptTexts =>
  byEnglish(t('Close'), t('Download'), t('Next picture'), t('Previous picture'), t('{number} of {count}'));

export const mapTexts = (): ScriptTexts =>
  byEnglish(
    t('Its answers could not be loaded.'),
    t('No answer'),
    t('No entry has a place here.'),
    t('No submission has a place here.'),
    t('Only {places} places could be loaded. Reload the page to try again.'),
    t('Other answers'),
    t('Places are being counted …'),
    t('Places are being counted: {share} %'),
    t('Submission {id}'),
    t('Submission {id}, copy {copy}'),
    t('The places could not be loaded. Move the map to try again.'),
    t('{places} places'),
    t('{places} places, of the first {read} of {count} entries. To see others, search in the list.'),
    t('{places} places, of the first {read} of {count} submissions. To see others, filter in the table.'),
    t('{places} places, {read} of {count} entries read …'),
    t('{places} places, {read} of {count} submissions read …'),
  );

export const reportTexts = (): ScriptTexts => byEnglish(t('Save as {kind}: {title}'));

export const tableTexts = (): ScriptTexts => ({
  ...lightboxTexts(),
  ...byEnglish(
    t('Not saved: there is no connection to the service. Try again.'),
    t('Saved.'),
    t('Selected rows'),
    t('{count} selected'),
  ),
});
