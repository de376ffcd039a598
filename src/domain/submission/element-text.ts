import { InvalidError } from '../errors';

/** Letters and digits of any script, as XML 1.0 has them for names. */
const NAME =
  /^(?:orx:)?[A-Z_a-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u02FF\u0370-\u037D\u037F-\u1FFF\u200C\u200D\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\u{10000}-\u{EFFFF}][-.\w\u00B7\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u037D\u037F-\u1FFF\u200C\u200D\u203F\u2040\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\u{10000}-\u{EFFFF}]*$/u;

/** Anything that XML 1.0 can't carry: control characters, half surrogate pairs, U+FFFE and U+FFFF. */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** @throws InvalidError for a step of a path that no element can be called */
export function assertElementName(name: string, path: string): void {
  if (NAME.test(name)) return;
  throw new InvalidError(
    `"${path.slice(0, 100)}" can't be a path of questions: "${name.slice(0, 100)}" is no XML name.`,
  );
}

/** @throws InvalidError for an answer with a character that XML has no place for */
export function assertElementText(text: string, path: string): void {
  const wrong = NOT_XML.exec(text)?.[0];
  if (wrong === undefined) return;
  const code = wrong.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  throw new InvalidError(
    `The answer to "${path.slice(0, 100)}" contains the character U+${code}, which XML can't carry. Remove it and send again.`,
  );
}
