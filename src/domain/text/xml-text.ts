/** Characters that XML 1.0 does not allow, lone surrogates included; found in spreadsheets by accident. */
const DISALLOWED =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** Cheap pre-checks: most texts need no escaping. */
const SPECIAL_IN_TEXT = /[&<>\u0000-\u0008\u000B-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/;

const SPECIAL_IN_ATTRIBUTE = /[&<>"\u0000-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/;

/** Escapes the text of an element and removes characters that XML does not allow. */
export function escapeText(text: string): string {
  if (!SPECIAL_IN_TEXT.test(text)) return text;
  return escapeMarkup(text).replace(/\r/g, '&#13;');
}

/**
 * Escapes a quoted attribute value, of HTML too. Writes line breaks and tabs as character references: parsers normalize
 * bare ones to spaces.
 */
export function escapeAttribute(value: string): string {
  if (!SPECIAL_IN_ATTRIBUTE.test(value)) return value;
  return escapeMarkup(value)
    .replace(/"/g, '&quot;')
    .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function escapeMarkup(text: string): string {
  return text.replace(DISALLOWED, '').replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
