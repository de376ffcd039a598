import type { ChunkedInstancePayload } from '@getodk/xforms-engine';
import { fill } from './offline/offline-texts';
import type { OutgoingSubmission } from './send';
import type { UntouchedAnswers } from './untouched-answers';

/** Collectors split larger submissions into several requests, too. */
const MAX_REQUEST_BYTES = 10_000_000;
const MEGABYTE = 1024 * 1024;
/** Makes the engine return all files at once: it cannot send one that is larger than a request. */
export const ENGINE_MAX_BYTES = Number.MAX_SAFE_INTEGER;

export interface EngineSubmission extends OutgoingSubmission {
  readonly xml: string;
  /** The instance that it edits; '' if none. */
  readonly deprecatedId: string;
}

type FileFacts = Pick<File, 'name' | 'size' | 'type'>;

/** Files that the person chose: the engine keeps their bytes under names of its own. */
export class ChosenFiles {
  private readonly files: FileFacts[] = [];

  /** Sees each file before the engine does. */
  watch(page: Document): this {
    page.addEventListener('change', ({ target }) => this.add((target as HTMLInputElement).files ?? []), true);
    return this;
  }

  add(files: Iterable<FileFacts>): void {
    for (const { name, size, type } of files) this.files.push({ name, size, type });
  }

  /** @returns undefined for drawings, resized pictures, files from before the page was loaded, and if several may be meant */
  nameOf({ size, type }: FileFacts): string | undefined {
    const same = this.files.filter((file) => file.size === size && file.type === type);
    const [name, ...others] = new Set(same.map((file) => file.name));
    return others.length === 0 ? name : undefined;
  }
}

/**
 * The service refuses a file that is too large, and the whole submission with it.
 * @param text with `{name}` and `{count}`
 * @returns which file it is; undefined if there is none
 */
export function fileProblem(
  { data }: ChunkedInstancePayload,
  chosen: ChosenFiles,
  text: string,
  maxBytes = Number.POSITIVE_INFINITY,
): string | undefined {
  const files = data.flatMap((part) => [...part.values()] as File[]);
  const file = files.find(({ size }) => size > maxBytes);
  if (file === undefined) return undefined;
  return fill(text, { name: chosen.nameOf(file) ?? file.name, count: Math.floor(maxBytes / MEGABYTE) });
}

/**
 * Takes a submission from the engine.
 * @param untouched of an edit
 */
export async function outgoingSubmission(
  path: string,
  { data }: ChunkedInstancePayload,
  chosen: ChosenFiles,
  untouched?: UntouchedAnswers,
): Promise<EngineSubmission> {
  const [[documentName, document], ...given] = [...data[0].entries()] as [
    [string, File],
    ...[string, File][],
  ];
  const made = await document.text();
  const sent = untouched?.restore(made) ?? made;
  const instance = new DOMParser().parseFromString(sent, 'text/xml');
  const [instanceId, deprecatedId] = ['instanceID', 'deprecatedID'].map(
    (name) => instance.getElementsByTagNameNS('*', name)[0]?.textContent ?? '',
  ) as [string, string];
  const answers = [...instance.getElementsByTagName('*')]
    .filter(({ childElementCount }) => childElementCount === 0)
    .map(({ textContent }) => textContent ?? '');
  // The engine keeps the files of repeat instances that were removed.
  const answered = given.filter(([name]) => answers.includes(name));
  // A file of an edit may have the name of the one that it replaces.
  const names = deprecatedId === '' ? originalNames(answered, answers, chosen) : new Map<string, string>();
  const xml = withFileNames(sent, names);
  const files = answered.map(([name, file]) => named(file, names.get(name) ?? name));
  const requests = splitRequests(
    named(new File([xml], documentName, { type: document.type }), documentName),
    files,
  );
  return { instanceId, deprecatedId, path, requests, xml };
}

const named = (file: File, name: string): File =>
  file.name === name ? file : new File([file], name, { type: file.type });

/** Longer names are refused by some file systems, which count bytes. */
const MAX_NAME_LENGTH = 80;

/**
 * The names that files had on the device, by the names that the engine made of the time. Unsafe characters are
 * replaced; a name that another answer has gets the engine's in front of its ending. Absent where nothing changes.
 * @param answers texts of all answers
 */
export function originalNames(
  files: readonly (readonly [made: string, file: FileFacts])[],
  answers: readonly string[],
  chosen: ChosenFiles,
): Map<string, string> {
  const taken = new Set(answers.map((answer) => answer.toLowerCase()));
  const names = new Map<string, string>();
  for (const [made, file] of files) {
    const name = chosen.nameOf(file) ?? made;
    const isAnsweredOnce = answers.filter((answer) => answer === made).length === 1;
    const [, stem = '', ending = ''] = /^(.*?)(\.[^.]{0,16})?$/s.exec(
      name.replace(/[\p{C}\\/<>&"]/gu, '_').trim(),
    )!;
    // The XML has escapes in such an answer, which would not be found.
    const isEscaped = /[<>&"]/.test(made);
    if (name === made || !isAnsweredOnce || isEscaped || stem === '') continue;
    const short = [...stem].slice(0, MAX_NAME_LENGTH).join('');
    const original = short + ending;
    const free = taken.has(original.toLowerCase())
      ? `${short}-${made.replace(/\..*$/, '')}${ending}`
      : original;
    taken.add(free.toLowerCase());
    names.set(made, free);
  }
  return names;
}

/** Replaces the answers that are names of files; the names need no escapes. */
export function withFileNames(xml: string, names: ReadonlyMap<string, string>): string {
  let result = xml;
  for (const [made, name] of names) result = result.replace(`>${made}<`, () => `>${name}<`);
  return result;
}

/** Repeats the XML in each request. A file that is larger than a request should be has one of its own. */
export function splitRequests<Part extends { readonly size: number }>(
  xml: Part,
  files: readonly Part[],
): readonly (readonly Part[])[] {
  let request = [xml];
  let bytes = xml.size;
  const requests = [request];
  for (const file of files) {
    if (request.length > 1 && bytes + file.size > MAX_REQUEST_BYTES) {
      request = [xml];
      bytes = xml.size;
      requests.push(request);
    }
    request.push(file);
    bytes += file.size;
  }
  return requests;
}
