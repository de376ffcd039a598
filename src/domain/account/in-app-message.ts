import { InvalidError } from '../errors';
import { readTime } from '../text/wire-date';
import { isLongerThan } from '../text/unstorable-text';

/** Interactions of one user with a message; clients set and read the members. */
export interface MessageInteractions {
  /** Time at which the user opened it, as the client wrote it. */
  readonly readTime?: string;
  readonly acknowledged?: boolean;
}

export interface MessageText {
  readonly title: string;
  readonly snippet: string;
  readonly body: string;
}

const MAX_LENGTHS = { title: 255, snippet: 1000, body: 20_000 } as const;

/** Snippet of a message that has no own. */
export function startOf(body: string): string {
  return [...body].slice(0, MAX_LENGTHS.snippet).join('');
}

/** @throws InvalidError by field */
export function assertMessageText(text: MessageText): void {
  for (const field of ['title', 'snippet', 'body'] as const) {
    const max = MAX_LENGTHS[field];
    if (text[field].trim() === '') throw InvalidError.at(field, 'Enter a text.');
    if (isLongerThan(max, text[field])) throw InvalidError.at(field, `Enter at most ${max} characters.`);
  }
}

/** Reads a time of a message; undefined if absent or empty. @throws InvalidError on the field */
export function readMessageTime(field: 'valid_from' | 'valid_until', sent: unknown): Date | undefined {
  if (sent === undefined || sent === null || sent === '') return undefined;
  const time = readTime(sent);
  if (time === undefined) {
    throw InvalidError.at(field, 'Enter a date or time, such as 2026-03-01 or 2026-03-01T08:00:00Z.');
  }
  return time;
}

const MAX_TIME_LENGTH = 40;

/**
 * Reads the interactions that a client sends; other members are dropped.
 * @throws InvalidError for a time that is none, and for an acknowledgement that is neither true nor false
 */
export function readInteractions(sent: Readonly<Record<string, unknown>>): MessageInteractions {
  const { readTime, acknowledged } = sent;
  const isTime =
    typeof readTime === 'string' && readTime.length <= MAX_TIME_LENGTH && !Number.isNaN(Date.parse(readTime));
  if (readTime !== undefined && readTime !== null && !isTime) {
    throw invalid('readTime must be a time such as 2026-03-01T08:00:00.000Z.');
  }
  if (acknowledged !== undefined && typeof acknowledged !== 'boolean') {
    throw invalid('acknowledged must be true or false.');
  }
  return {
    ...(isTime && { readTime }),
    ...(acknowledged !== undefined && { acknowledged }),
  };
}

/** Escapes text for Markdown, so that names appear as they are. */
export function escapeMarkdown(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

const invalid = (message: string): InvalidError => InvalidError.at('interactions', message);
