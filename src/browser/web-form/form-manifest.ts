/** Media file of a form. */
export interface MediaFile {
  readonly name: string;
  readonly path: string;
  /** Changes with the content; of a file at another host, with its URL. */
  readonly hash: string;
}

/** Files of an OpenRosa manifest. */
export function manifestFiles(manifest: string): MediaFile[] {
  const xml = new DOMParser().parseFromString(manifest, 'text/xml');
  return [...xml.querySelectorAll('mediaFile')].map((file) => {
    const read = (name: string): string => file.querySelector(name)?.textContent ?? '';
    return {
      name: read('filename'),
      path: new URL(read('downloadUrl'), location.origin).pathname,
      hash: read('hash'),
    };
  });
}
