const START =
  'A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C-\\u200D' +
  '\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
const FURTHER = START + '\\-.0-9\\u00B7\\u0300-\\u036F\\u203F-\\u2040';

/** Source of a regular expression (flag `u`) that matches one unprefixed name. */
export const NAME_PATTERN = `[${START}][${FURTHER}]*`;

const WHOLE_NAME = new RegExp(`^${NAME_PATTERN}$`, 'u');
const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_.-]*$/;

/** True for a name that is valid as an element without a prefix: `age`, `_note-1`, `prénom`. */
export function isXmlName(text: string): boolean {
  return PLAIN_NAME.test(text) || WHOLE_NAME.test(text);
}

/** Splits `prefix:local`; the prefix is null when there is none. Null when the text is not an XML name. */
export function splitXmlName(text: string): { prefix: string | null; local: string } | null {
  const colon = text.indexOf(':');
  if (colon < 0) return isXmlName(text) ? { prefix: null, local: text } : null;
  const prefix = text.slice(0, colon);
  const local = text.slice(colon + 1);
  return isXmlName(prefix) && isXmlName(local) ? { prefix, local } : null;
}

/** Converts a text to a valid name: characters outside A-Za-z0-9_.- become "_", and a leading digit, dot or dash gets a "_" before it. */
export function toXmlName(text: string): string {
  const cleaned = isXmlName(text) ? text : text.replace(/[^A-Za-z0-9_.-]/g, '_');
  return isXmlName(cleaned) ? cleaned : `_${cleaned}`;
}
