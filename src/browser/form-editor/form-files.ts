import { type FormApi, messageOf } from './api';
import { type FileProblem, type FileTable, formatOf, readFileTable } from './choice-file';

/** A media file of the form, as the API lists it. */
export interface FormFile {
  readonly uid: string;
  readonly metadata: { readonly filename: string; readonly redirect_url?: string };
}

export interface Upload {
  /** Why the file was not taken; undefined if it was. */
  readonly refusal?: string;
  /** Sentences on what devices won’t read of it. */
  readonly warnings: readonly string[];
}

const MAX_LISTED = 1000;
/** Bytes whose columns are read; a list of 10,000 choices fits. */
const MAX_READ_BYTES = 1024 * 1024;

/** Media files of the form that have choices, by the API. */
export class FormFiles {
  private readonly path: string;
  /** By name; undefined until they are listed. */
  private files: ReadonlyMap<string, FormFile> | undefined;
  private readonly tables = new Map<string, FileTable | FileProblem>();
  private isListing = false;
  private readonly reading = new Set<string>();

  constructor(
    private readonly api: FormApi,
    uid: string,
  ) {
    this.path = `/api/v2/assets/${uid}/files/`;
  }

  /** Names of the files, undefined while they are not known. */
  get names(): readonly string[] | undefined {
    return this.files && [...this.files.keys()];
  }

  /** Lists the files once. @param onListed afterwards */
  list(onListed: () => void): void {
    if (this.files !== undefined || this.isListing) return;
    this.isListing = true;
    void this.reload().then(() => {
      this.isListing = false;
      if (this.files !== undefined) onListed();
    });
  }

  /** Table of a file, undefined while it is not read. @param onRead afterwards */
  tableOf(name: string, onRead: () => void): FileTable | FileProblem | undefined {
    const file = this.files?.get(name);
    if (file === undefined) return this.files && { name: 'fileNotThere', values: { file: name } };
    if (file.metadata.redirect_url !== undefined) return { name: 'fileElsewhere' };
    const known = this.tables.get(file.uid);
    if (known === undefined && !this.reading.has(file.uid)) {
      this.reading.add(file.uid);
      void this.read(file).then((table) => {
        this.reading.delete(file.uid);
        this.tables.set(file.uid, table);
        onRead();
      });
    }
    return known;
  }

  async add(file: File): Promise<Upload> {
    const body = new FormData();
    body.set('file_type', 'form_media');
    body.set('description', 'default');
    body.set('metadata', JSON.stringify({ filename: file.name }));
    body.set('content', file);
    try {
      const response = await this.api.send('POST', this.path, { body });
      if (!response.ok) return { refusal: messageOf(await response.text()), warnings: [] };
      const { warnings = [] } = (await response.json()) as { warnings?: string[] };
      await this.reload();
      return { warnings };
    } catch {
      return { refusal: '', warnings: [] };
    }
  }

  private async reload(): Promise<void> {
    const found: FormFile[] = [];
    try {
      for (let count = 1; found.length < count;) {
        const query = `?file_type=form_media&limit=${MAX_LISTED}&start=${found.length}`;
        const response = await this.api.send('GET', this.path + query);
        if (!response.ok) return;
        const page = (await response.json()) as { count: number; results: FormFile[] };
        found.push(...page.results);
        count = page.results.length === 0 ? 0 : page.count;
      }
    } catch {
      return;
    }
    const named = found.map((file) => [file.metadata.filename, file] as const);
    this.files = new Map(named.filter(([name]) => formatOf(name) !== undefined));
  }

  private async read({ uid, metadata: { filename } }: FormFile): Promise<FileTable | FileProblem> {
    try {
      const headers = { Range: `bytes=0-${MAX_READ_BYTES - 1}` };
      const response = await fetch(`${this.path}${uid}/content/`, { headers });
      if (!response.ok) return { name: 'fileUnreadable' };
      const bytes = new Uint8Array(await response.arrayBuffer());
      const size = Number(/\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '')?.[1] ?? bytes.length);
      return readFileTable(filename, bytes, size <= bytes.length);
    } catch {
      return { name: 'fileUnreadable' };
    }
  }
}
