/** Characters that XML 1.0 can't hold at all, lone surrogates included; spreadsheets carry them by accident. */
const UNWRITABLE =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** What needs a second look; most texts have none of it. */
const SPECIAL_IN_TEXT = /[&<>\u0000-\u0008\u000B-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/;
const SPECIAL_IN_ATTRIBUTE = /[&<>"\u0000-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/;

/** Text as it may stand inside an element; what XML can't hold is left out. */
export function escapeText(text: string): string {
  if (!SPECIAL_IN_TEXT.test(text)) return text;
  return escapeMarkup(text).replace(/\r/g, '&#13;');
}

/**
 * Text as it may stand inside a quoted attribute, of HTML too. Line breaks and tabs become character references: a parser
 * would turn the bare ones into spaces.
 */
export function escapeAttribute(value: string): string {
  if (!SPECIAL_IN_ATTRIBUTE.test(value)) return value;
  return escapeMarkup(value)
    .replace(/"/g, '&quot;')
    .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function escapeMarkup(text: string): string {
  return text.replace(UNWRITABLE, '').replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
