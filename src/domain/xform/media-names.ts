import { readFormFacts } from './form-facts';

/** Names of media in attributes and texts of an XForm (OpenRosa: `jr://` URIs); `jr://instance` is no file. */
const MEDIA_URI = /jr:\/\/(?:file-csv|file|images|audio|video)\/([^"<>]+)/g;
/** The file that `search()` in an appearance reads, named without its extension. */
const SEARCHED_FILE = /appearance="[^"]*\bsearch\(\s*(?:'|&apos;|&quot;)([^'"&]+)(?:'|&apos;|&quot;)/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Names of the media files that a compiled form needs, in order; those of lists that the form itself creates left out. */
export function mediaNames(xml: string): string[] {
  const named = [...xml.matchAll(MEDIA_URI)].map(([, name]) => name!.trim());
  const searched = [...xml.matchAll(SEARCHED_FILE)].map(([, name]) => `${name!}.csv`);
  const names = new Set([...named, ...searched].map(unescaped));
  if (names.size === 0) return [];
  for (const { dataset } of readFormFacts(xml).entities ?? []) names.delete(`${dataset}.csv`);
  return [...names];
}

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name]!);
}

/** Named in a warning; a form may name hundreds. */
const MAX_NAMED = 10;

/**
 * Warnings of files that the form needs and devices would lack.
 * @param stored names of the files that devices get
 */
export function mediaNameWarnings(needed: readonly string[], stored: readonly string[]): string[] {
  const missing = needed.filter((name) => !stored.includes(name));
  const byLetters = new Map(stored.map((name) => [name.toLowerCase(), name]));
  const twin = (name: string): string | undefined => byLetters.get(name.toLowerCase());
  const absent = missing.filter((name) => twin(name) === undefined);
  const listed = absent.slice(0, MAX_NAMED).map((name) => `"${name}"`);
  if (absent.length > MAX_NAMED) listed.push('…');
  return [
    ...missing
      .filter((name) => twin(name) !== undefined)
      .map(
        (name) =>
          `The form needs the file "${name}", and has "${twin(name)!}": letter case counts. Rename one of the two.`,
      ),
    ...(absent.length > 0
      ? [
          `The form needs media files that it lacks: ${listed.join(', ')}. Upload them on the page “Media files” of the settings.`,
        ]
      : []),
  ];
}
