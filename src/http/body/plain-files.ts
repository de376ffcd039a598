/** A file of a form that holds files and nothing else. */
export interface PlainFile {
  readonly field: string;
  readonly name: string;
  /** In lower case, without parameters. */
  readonly mimetype: string;
  readonly content: Buffer;
}

/** What the bytes of a form show so far: files alone, not enough to say, or what a parser has to read. */
export type Glance = readonly PlainFile[] | 'unfinished' | 'other';

/** A boundary in such letters stands in the body as it does in the header. */
const BOUNDARY = /^multipart\/form-data; ?boundary=([\w'()+,./:=?-]{1,70})$/;
const DISPOSITION = /^form-data; name="([\w.*-]+)"; filename="(?!\.{1,2}")([\w .()*-]+)"$/;
const MEDIA_TYPE = /^([\w.+-]+\/[\w.+-]+)(?:; ?charset=[\w-]+)?$/;
/** What else a head may say without meaning another content. */
const NOTED = new Map([
  ['content-transfer-encoding', /^(binary|8bit|7bit)$/i],
  ['content-length', /^\d+$/],
]);
/** Beyond this much of a form the head of its first part is seen. */
export const LONGEST_HEAD = 1024;
const MOST_FILES = 20;
const HEAD_END = Buffer.from('\r\n\r\n');

/** The boundary of a form whose head is written as collectors write it; undefined of any other body. */
export function plainBoundary(contentType: string | undefined): string | undefined {
  return contentType === undefined ? undefined : BOUNDARY.exec(contentType)?.[1];
}

/**
 * Looks whether a form holds files alone, as submissions do: that can be seen without a parser. Whatever is written in
 * another way than clients write it is `other`, for a parser to say what it means (decisions 104 and 110).
 * @param bytes from the beginning of the body
 * @param isWhole whether nothing more will come
 */
export function glanceAtForm(bytes: Buffer, boundary: string, isWhole: boolean): Glance {
  const unfinished = isWhole ? 'other' : 'unfinished';
  const opening = `--${boundary}\r\n`;
  if (bytes.length < opening.length) return unfinished;
  if (bytes.toString('latin1', 0, opening.length) !== opening) return 'other';
  const files: PlainFile[] = [];
  for (let at = opening.length; files.length < MOST_FILES;) {
    const headEnd = bytes.indexOf(HEAD_END, at);
    if (headEnd === -1 && bytes.length - at <= LONGEST_HEAD) return unfinished;
    if (headEnd === -1 || headEnd - at > LONGEST_HEAD) return 'other';
    const described = readHead(bytes.toString('latin1', at, headEnd));
    if (described === undefined) return 'other';
    const start = headEnd + HEAD_END.length;
    const end = bytes.indexOf(`\r\n--${boundary}`, start, 'latin1');
    if (end === -1) return unfinished;
    files.push({ ...described, content: bytes.subarray(start, end) });
    const behind = end + opening.length;
    if (bytes.length < behind + 2) return unfinished;
    at = behind + 2;
    const mark = bytes.toString('latin1', behind, at);
    if (mark === '--') return isEnd(bytes, at, isWhole) ? (isWhole ? files : unfinished) : 'other';
    if (mark !== '\r\n') return 'other';
  }
  return 'other';
}

/** Whether nothing but the end of a line follows the last boundary, or nothing. */
function isEnd(bytes: Buffer, at: number, isWhole: boolean): boolean {
  const rest = bytes.toString('latin1', at, at + 3);
  return rest === '' || rest === '\r\n' || (rest === '\r' && !isWhole);
}

/** What the head of a part says; undefined of one that says more, or something else, than those of files do. */
function readHead(head: string): Omit<PlainFile, 'content'> | undefined {
  const lines = new Map<string, string>();
  for (const line of head.split('\r\n')) {
    const colon = line.indexOf(': ');
    const name = line.slice(0, colon).toLowerCase();
    if (colon === -1 || lines.has(name)) return undefined;
    lines.set(name, line.slice(colon + 2));
  }
  const disposition = DISPOSITION.exec(lines.get('content-disposition') ?? '');
  const type = MEDIA_TYPE.exec(lines.get('content-type') ?? '');
  if (disposition === null || type === null) return undefined;
  for (const [name, value] of lines) {
    if (name === 'content-disposition' || name === 'content-type') continue;
    if (NOTED.get(name)?.test(value) !== true) return undefined;
  }
  return { field: disposition[1]!, name: disposition[2]!, mimetype: type[1]!.toLowerCase() };
}
