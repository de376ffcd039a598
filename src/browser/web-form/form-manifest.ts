/** Media file of a form. */
export interface MediaFile {
  readonly name: string;
  readonly path: string;
  /** Changes with the content; of a file at another host, with its URL. */
  readonly hash: string;
  /** Whether it is a list of entities that submissions add to at once. */
  readonly isEntityList: boolean;
}

/** True for a file at another host, which may change without its hash. */
export function isRemote({ hash }: MediaFile): boolean {
  return hash.endsWith('-url');
}

/** Files of an OpenRosa manifest. */
export function manifestFiles(manifest: string): MediaFile[] {
  const xml = new DOMParser().parseFromString(manifest, 'text/xml');
  return [...xml.querySelectorAll('mediaFile')].map((file) => {
    const read = (name: string): string => file.querySelector(name)?.textContent ?? '';
    return {
      name: read('filename'),
      // Pages ask this host only: it reads files at other hosts for them.
      path: `${new URL(read('downloadUrl'), location.origin).pathname}?redirect=false`,
      hash: read('hash'),
      isEntityList: file.getAttribute('type') === 'entityList',
    };
  });
}
