import { escapeText } from '../../domain/text/xml-text';
import { Html } from '../page/html';

export interface HighlightedJson {
  readonly markup: Html;
  /** False if truncated. */
  readonly isComplete: boolean;
}

/**
 * Pretty-prints JSON as HTML, one value per line: keys in `b`, strings in `i`, all else in `u`. Strings that are URLs below
 * `origin` become links. Invalid JSON is escaped too.
 * @param maxLength characters shown
 */
export function highlightJson(json: string, origin: string, maxLength: number): HighlightedJson {
  // Escaping all at once is faster than per token, and adds no JSON delimiters.
  const text = escapeText(json.length > maxLength ? json.slice(0, maxLength) : json);
  const markup = new JsonHighlighter(text, `"${escapeText(origin)}/`).highlight();
  return {
    markup: new Html(json.length > maxLength ? `${markup}…` : markup),
    isComplete: json.length <= maxLength,
  };
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Line breaks with the indentation of the next line, by depth. */
const INDENTED_BREAKS = Array.from({ length: 64 }, (_, depth) => `\n${'  '.repeat(depth)}`);

/** Tokens per chunk: short arrays cost less garbage collection. */
const CHUNK_TOKENS = 1024;

/** Single-pass tokenizer: lists may be large. */
class JsonHighlighter {
  private position = 0;
  private depth = 0;
  private tokens: string[] = [];
  private readonly chunks: string[] = [];
  private gap = '';
  private wasOpened = false;

  constructor(
    private readonly text: string,
    private readonly linkStart: string,
  ) {}

  highlight(): string {
    while (this.position < this.text.length) {
      this.consume(this.text.charCodeAt(this.position));
      if (this.tokens.length >= CHUNK_TOKENS) this.finishChunk();
    }
    this.finishChunk();
    return this.chunks.join('');
  }

  private finishChunk(): void {
    this.chunks.push(this.tokens.join(''));
    this.tokens = [];
  }

  private consume(code: number): void {
    if (code === QUOTE) this.consumeString();
    else if (code === COMMA) this.separate(',', this.lineBreak());
    else if (code === COLON) this.separate(': ', '');
    else if (OPENING.has(code)) this.open();
    else if (CLOSING.has(code)) this.close();
    else if (code <= 0x20) this.position += 1;
    else this.consumeWord();
  }

  private separate(sign: string, gap: string): void {
    this.tokens.push(sign);
    this.gap = gap;
    this.position += 1;
  }

  private open(): void {
    this.depth += 1;
    this.put(this.text.charAt(this.position));
    this.gap = this.lineBreak();
    this.wasOpened = true;
    this.position += 1;
  }

  private close(): void {
    this.depth = Math.max(0, this.depth - 1);
    this.gap = this.wasOpened ? '' : this.lineBreak();
    this.put(this.text.charAt(this.position));
    this.position += 1;
  }

  private consumeString(): void {
    const end = this.endOfString();
    const token = this.text.slice(this.position, end);
    this.position = end;
    if (this.text.charCodeAt(end) === COLON) this.put(`<b>${token}</b>`);
    else if (this.isLink(token)) this.put(`<a href="${token.slice(1, -1)}">${token}</a>`);
    else this.put(`<i>${token}</i>`);
  }

  /** Excludes escape sequences, which the link would not decode. */
  private isLink(token: string): boolean {
    return token.startsWith(this.linkStart) && token.endsWith('"') && !token.includes('\\');
  }

  private endOfString(): number {
    for (let quote = this.position; ;) {
      quote = this.text.indexOf('"', quote + 1);
      if (quote < 0) return this.text.length;
      let before = quote - 1;
      while (this.text.charCodeAt(before) === BACKSLASH) before -= 1;
      if ((quote - before) % 2 === 1) return quote + 1;
    }
  }

  private consumeWord(): void {
    const start = this.position;
    while (this.position < this.text.length && !isEndOfWord(this.text.charCodeAt(this.position)))
      this.position += 1;
    this.put(`<u>${this.text.slice(start, this.position)}</u>`);
  }

  private put(token: string): void {
    this.tokens.push(this.gap, token);
    this.gap = '';
    this.wasOpened = false;
  }

  private lineBreak(): string {
    return INDENTED_BREAKS[Math.min(this.depth, INDENTED_BREAKS.length - 1)]!;
  }
}

function isEndOfWord(code: number): boolean {
  return (
    code <= 0x20 ||
    code === COMMA ||
    code === COLON ||
    code === QUOTE ||
    OPENING.has(code) ||
    CLOSING.has(code)
  );
}
