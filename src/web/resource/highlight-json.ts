import { escapeText } from '../../domain/text/xml-text';
import { Html } from '../page/html';

/** JSON for people, and whether all of it is there. */
export interface HighlightedJson {
  readonly markup: Html;
  readonly isWhole: boolean;
}

/**
 * JSON with a line for each value, in colours: keys are `b`, texts `i`, all else `u`. Texts that are links below `origin`
 * can be followed. Text that is no JSON comes out escaped too.
 * @param most letters that are shown
 */
export function highlightJson(json: string, origin: string, most: number): HighlightedJson {
  // Escaped as a whole, which is quicker than token by token; it adds nothing that JSON is parted by.
  const text = escapeText(json.length > most ? json.slice(0, most) : json);
  const markup = new JsonHighlighter(text, `"${escapeText(origin)}/`).highlight();
  return { markup: new Html(json.length > most ? `${markup}…` : markup), isWhole: json.length <= most };
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Ends of lines, each with the blanks that the next one begins with. */
const LINES = Array.from({ length: 64 }, (_, depth) => `\n${'  '.repeat(depth)}`);

/** So many make a piece: what is in the making is small, and the collector of memory has little to carry along. */
const TOKENS = 1024;

/** Reads from left to right, once, for lists may be large. */
class JsonHighlighter {
  private at = 0;
  private depth = 0;
  /** Of the piece in the making, and the pieces before it. */
  private tokens: string[] = [];
  private readonly pieces: string[] = [];
  /** What stands before the next value. */
  private gap = '';
  private wasOpened = false;

  constructor(
    private readonly text: string,
    private readonly linkStart: string,
  ) {}

  highlight(): string {
    while (this.at < this.text.length) {
      this.take(this.text.charCodeAt(this.at));
      if (this.tokens.length >= TOKENS) this.finishPiece();
    }
    this.finishPiece();
    return this.pieces.join('');
  }

  private finishPiece(): void {
    this.pieces.push(this.tokens.join(''));
    this.tokens = [];
  }

  private take(code: number): void {
    if (code === QUOTE) this.takeText();
    else if (code === COMMA) this.part(',', this.line());
    else if (code === COLON) this.part(': ', '');
    else if (OPENING.has(code)) this.open();
    else if (CLOSING.has(code)) this.close();
    else if (code <= 0x20) this.at += 1;
    else this.takeWord();
  }

  private part(sign: string, gap: string): void {
    this.tokens.push(sign);
    this.gap = gap;
    this.at += 1;
  }

  private open(): void {
    this.depth += 1;
    this.put(this.text.charAt(this.at));
    this.gap = this.line();
    this.wasOpened = true;
    this.at += 1;
  }

  private close(): void {
    this.depth = Math.max(0, this.depth - 1);
    this.gap = this.wasOpened ? '' : this.line();
    this.put(this.text.charAt(this.at));
    this.at += 1;
  }

  private takeText(): void {
    const end = this.endOfText();
    const token = this.text.slice(this.at, end);
    this.at = end;
    if (this.text.charCodeAt(end) === COLON) this.put(`<b>${token}</b>`);
    else if (this.isLink(token)) this.put(`<a href="${token.slice(1, -1)}">${token}</a>`);
    else this.put(`<i>${token}</i>`);
  }

  /** An escape sequence would be another letter in the link than in the text. */
  private isLink(token: string): boolean {
    return token.startsWith(this.linkStart) && token.endsWith('"') && !token.includes('\\');
  }

  private endOfText(): number {
    for (let quote = this.at; ;) {
      quote = this.text.indexOf('"', quote + 1);
      if (quote < 0) return this.text.length;
      let before = quote - 1;
      while (this.text.charCodeAt(before) === BACKSLASH) before -= 1;
      if ((quote - before) % 2 === 1) return quote + 1;
    }
  }

  private takeWord(): void {
    const start = this.at;
    while (this.at < this.text.length && !isEndOfWord(this.text.charCodeAt(this.at))) this.at += 1;
    this.put(`<u>${this.text.slice(start, this.at)}</u>`);
  }

  private put(shown: string): void {
    this.tokens.push(this.gap, shown);
    this.gap = '';
    this.wasOpened = false;
  }

  private line(): string {
    return LINES[Math.min(this.depth, LINES.length - 1)]!;
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
