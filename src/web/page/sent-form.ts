import { InvalidError } from '../../domain/errors';
import { isLongerThan } from '../../domain/text/text-length';
import { unstorableReason } from '../../domain/text/unstorable-text';

/** Body of a form or query of a page, as it was sent. */
export type Sent = Readonly<Record<string, unknown>>;

/** A form field as text; empty if absent or repeated. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A text field of a form, trimmed; empty if absent or repeated. @throws InvalidError on the field */
export function lineOf(sent: Sent, name: string, maxLength = 10_000): string {
  const text = textOf(sent[name]).trim();
  const reason = unstorableReason(text);
  if (reason !== undefined) throw InvalidError.at(name, `The text ${reason}.`);
  if (isLongerThan(maxLength, text)) {
    throw InvalidError.at(name, `At most ${maxLength} characters. Shorten the text.`);
  }
  return text;
}

/** Whether a checkbox was checked. */
export function isChecked(sent: Sent, name: string): boolean {
  return sent[name] !== undefined && sent[name] !== '';
}

const MAX_START = 1_000_000;

/** Offset of a list; 0 if absent or invalid. */
export function readStart({ start }: Sent): number {
  const number = typeof start === 'string' && /^\d+$/.test(start) ? Number(start) : 0;
  return Math.min(number, MAX_START);
}
