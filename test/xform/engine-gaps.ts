/**
 * What the engine of ODK Web Forms 0.22 does not open, though the ODK XForms specification and ODK Collect know it, or
 * though the peer emits it. A fixture names its gap (`gap: name`); it is then judged by its `has` lines alone. The
 * engine must really refuse such a form, so that an entry goes when the engine learns.
 */
export const ENGINE_GAPS: Readonly<Record<string, string>> = {
  'empty-group': 'a group or repeat without children is taken for a question and refused',
  'broken-expression': 'an expression that is no XPath; the peer emits it all the same',
};

/**
 * What the engine opens but answers otherwise than the specification has it. These fixtures are judged by their `has`
 * lines, and by opening.
 */
export const ENGINE_DEVIATIONS: Readonly<Record<string, string>> = {
  'choices/from-repeat-nested':
    'a relative itemset offers the copies of all outer repeats, not of the one at hand',
  'itext/guidance': 'the text of a hint runs on into its guidance',
  'itext/guidance-by-language': 'the text of a hint runs on into its guidance',
  'itext/media': 'the text of a label runs on into the address of its big image',
};
