import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InvalidError, TooLargeError } from '../../domain/errors';
import { transferableBuffers } from '../../workers/pool/serve-tasks';
import { ThreadPool } from '../../workers/pool/thread-pool';
import { JsonText } from '../json-text';
import { endOfString, parseAnswers, parseLossless } from '../../domain/text/lossless-json';
import { isJsonObject } from '../../domain/text/json-members';

const TOO_LARGE = 'The JSON is too large to parse. Send less at a time.';

/** Parses large JSON bodies in one worker thread. */
@Injectable()
export class LargeJsonReader implements OnApplicationShutdown {
  private readonly pool = new ThreadPool({
    script: 'http/body/large-json.worker.js',
    maxThreads: 1,
    maxQueue: 8,
    taskTimeoutMs: 10_000,
    heapMb: 192,
    externalMemoryMb: 64,
    idleTimeoutMs: 60_000,
    limitError: () => new InvalidError(TOO_LARGE),
  });

  /**
   * Returns the members of a JSON object, large ones as `JsonText`. Transfers, and so detaches, the bytes.
   * @throws InvalidError when the body is not a JSON object
   * @throws TooLargeError for too many values or members
   * @throws UnavailableError when the queue is full
   */
  async read(json: LargeJson): Promise<Record<string, unknown>> {
    const { rest, large } = (await this.pool.run(json, transferableBuffers(json))) as LargeBody;
    const texts = Object.entries(large).map(([name, bytes]) => [name, new JsonText(bytes)] as const);
    return { ...rest, ...Object.fromEntries(texts) };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.close();
  }
}

/** Deeper than any form or filter: JSON beyond it is an attack. */
export const MAX_JSON_DEPTH = 100;
/** Twice the tokens of the largest forms seen in practice. */
export const MAX_JSON_TOKENS = 2_000_000;

/** Estimated cost of parsing a JSON text. */
interface JsonComplexity {
  readonly depth: number;
  /** Strings, brackets and commas: proportional to memory after parsing. */
  readonly tokens: number;
}

const QUOTE = 0x22;

/** Measures a JSON text without parsing it; it need not be valid. String length does not count. */
export function measureJson(text: string): JsonComplexity {
  let depth = 0;
  let deepest = 0;
  let tokens = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        tokens += 1;
        at = endOfString(text, at);
        break;
      case 0x5b: // [
      case 0x7b: // {
        tokens += 1;
        depth += 1;
        if (depth > deepest) deepest = depth;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
        break;
      case 0x2c: // ,
        tokens += 1;
    }
  }
  return { depth: deepest, tokens };
}

/** More than forms and answers have: names of objects take far more time and memory than values of lists. */
const MAX_OBJECT_MEMBERS = 100_000;

/** Whether an object has more members than the limit; those of objects and lists inside it do not count. */
function hasWideObject(text: string): boolean {
  /** Commas of the open objects and lists, the innermost last. */
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === 0x7b) open.push(0);
    else if (code === 0x5b) open.push(-Infinity);
    else if (code === 0x7d || code === 0x5d) open.pop();
    else if (code === 0x2c && (open[open.length - 1]! += 1) >= MAX_OBJECT_MEMBERS) return true;
  }
  return false;
}

export interface JsonOptions {
  /** Limit on tokens, as `measureJson` counts them. */
  readonly maxTokens: number;
  /** Members down to answers, whose numbers keep their digits as written. */
  readonly answers?: readonly string[] | undefined;
}

/**
 * Parses JSON after checking depth and token count, since a small text can become a large value. Empty text is `{}`.
 * @throws InvalidError, TooLargeError
 */
export function parseJson(text: string, { maxTokens, answers }: JsonOptions): unknown {
  if (text === '') return {};
  const { depth, tokens } = measureJson(text);
  if (depth > MAX_JSON_DEPTH) {
    throw new InvalidError(`The JSON nests deeper than ${MAX_JSON_DEPTH} levels. Make it flatter.`);
  }
  if (tokens > maxTokens) {
    throw new TooLargeError(`The JSON has more than ${maxTokens} values. Send less at a time.`);
  }
  if (tokens > MAX_OBJECT_MEMBERS && hasWideObject(text)) {
    throw new TooLargeError(
      `An object of the JSON has more than ${MAX_OBJECT_MEMBERS} members. Remove some.`,
    );
  }
  try {
    return answers === undefined ? parseLossless(text) : parseAnswers(text, answers);
  } catch {
    throw new InvalidError('JSON parse error - the body is not valid JSON. Correct it, or send a form.');
  }
}

/** Limit per member of an object that a request handler parses in the main thread. */
const MAX_MEMBER_BYTES = 1024 * 1024;

/**
 * Parses the members of a body that were kept as serialized JSON because they are large.
 * @throws TooLargeError for a member of more than 1 MB
 */
export function parsedMembers(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(body).map(([name, member]) => [name, parsed(member)]));
}

function parsed(member: unknown): unknown {
  if (!(member instanceof JsonText)) return member;
  const { bytes } = member;
  if (bytes.length > MAX_MEMBER_BYTES) throw new TooLargeError('A member is larger than 1 MB. Send less.');
  return JSON.parse(bytes.toString()) as unknown;
}

/** Larger JSON is parsed in a worker thread. */
export const MAX_INLINE_JSON_BYTES = 32 * 1024;

export interface LargeJson extends JsonOptions {
  readonly bytes: Uint8Array;
  /** Label that TextDecoder supports. */
  readonly charset: string;
}

/** Members of a parsed body. */
interface LargeBody {
  /** Small members, and strings of any length. */
  readonly rest: Readonly<Record<string, unknown>>;
  /** Large members, as JSON in UTF-8. */
  readonly large: Readonly<Record<string, Uint8Array>>;
}

/** Limit on the small members together, without strings. */
const MAX_REST_CHARACTERS = 1024 * 1024;

/**
 * Parses a JSON body but keeps large members serialized, for a cheap transfer between threads.
 * @throws InvalidError when the body is not a JSON object, TooLargeError for too many values or members
 */
export function readLargeJson({ bytes, charset, ...options }: LargeJson): LargeBody {
  const value = parseJson(new TextDecoder(charset).decode(bytes), options);
  if (!isJsonObject(value)) throw new InvalidError('Send the body as a JSON object or as a form.');
  const members = Object.entries(value).map(([name, member]) => ({
    name,
    member,
    json: typeof member === 'string' ? '' : JSON.stringify(member),
  }));
  const isLarge = ({ json }: { json: string }): boolean => json.length > MAX_INLINE_JSON_BYTES;
  const rest = members.filter((each) => !isLarge(each));
  if (rest.reduce((sum, { name, json }) => sum + name.length + json.length, 0) > MAX_REST_CHARACTERS) {
    throw new TooLargeError('The body has too many members. Send only those that the route documents.');
  }
  return {
    rest: Object.fromEntries(rest.map(({ name, member }) => [name, member])),
    large: Object.fromEntries(members.filter(isLarge).map(({ name, json }) => [name, Buffer.from(json)])),
  };
}
