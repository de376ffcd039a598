import { InvalidError } from '../errors';

/** XML 1.0 name without a namespace prefix other than `orx:`. */
const NAME =
  /^(?:orx:)?[A-Z_a-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u02FF\u0370-\u037D\u037F-\u1FFF\u200C\u200D\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\u{10000}-\u{EFFFF}][-.\w\u00B7\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u037D\u037F-\u1FFF\u200C\u200D\u203F\u2040\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\u{10000}-\u{EFFFF}]*$/u;

/** Characters outside XML 1.0: control characters, lone surrogates, U+FFFE and U+FFFF. */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** Validates one step of a question path. @throws InvalidError unless it is an XML name */
export function assertElementName(name: string, path: string): void {
  if (NAME.test(name)) return;
  throw new InvalidError(
    `"${path.slice(0, 100)}" is not a question path: "${name.slice(0, 100)}" is not an XML name.`,
  );
}

/** Validates the text of an answer. @throws InvalidError for a character that XML 1.0 does not allow */
export function assertElementText(text: string, path: string): void {
  const character = NOT_XML.exec(text)?.[0];
  if (character === undefined) return;
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  throw new InvalidError(
    `The answer to "${path.slice(0, 100)}" contains the character U+${code}, which XML does not allow. Remove it and send again.`,
  );
}
