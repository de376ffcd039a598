/**
 * What the engine of ODK Web Forms 0.22 does not open, though the ODK XForms specification and ODK Collect know it. A
 * fixture names its gap (`gap: name`); its structure is then judged by its `has` lines alone. The engine must really
 * refuse such a form, so that an entry goes when the engine learns.
 */
export const ENGINE_GAPS: Readonly<Record<string, string>> = {
  'empty-group': 'a group or repeat without children is taken for a question and refused',
  'broken-expression': 'an expression that is no XPath; the peer emits it all the same',
};
