/**
 * Forms that ODK Web Forms 0.22 does not open, although ODK XForms and ODK Collect support them or KoboToolbox emits them.
 * A fixture names its gap (`gap: name`) and is then checked by its `has` lines only. The engine must refuse such a form, so
 * that obsolete entries fail the tests.
 */
export const ENGINE_GAPS: Readonly<Record<string, string>> = {
  'empty-group': 'a group or repeat without children is read as a question and refused',
  'broken-expression': 'an expression that is no XPath, which KoboToolbox emits',
};

/**
 * Fixtures that the engine opens but evaluates differently from the specification. They are checked by their `has` lines
 * and by opening.
 */
export const ENGINE_DEVIATIONS: Readonly<Record<string, string>> = {
  'choices/from-repeat-nested':
    'a relative itemset contains the copies of all outer repeats, not of the current one',
  'itext/guidance': 'the text of a hint includes its guidance',
  'itext/guidance-by-language': 'the text of a hint includes its guidance',
  'itext/media': 'the text of a label includes the URI of its big image',
};
