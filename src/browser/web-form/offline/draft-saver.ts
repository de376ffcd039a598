import type { RootNode } from '@getodk/xforms-engine';
import type { StoredFile } from './offline-database';

/** Name of the XML among the files of a submission. */
export const SUBMISSION_FILE = 'xml_submission_file';
const DELAY_MS = 800;

/** Answers of a form as they are now. */
export interface Answers {
  readonly instanceId: string;
  /** Text of the form's `instance_name`, if it has one. */
  readonly name: string;
  readonly xml: string;
  readonly files: readonly StoredFile[];
}

/** Saves answers some moments after each change, and at once when the page is left. */
export class DraftSaver {
  private root: RootNode | undefined;
  private savedXml = '';
  private timer: ReturnType<typeof setTimeout> | undefined;
  private saving: Promise<void> = Promise.resolve();
  private isDirty = false;

  constructor(private readonly save: (answers: Answers) => Promise<void>) {}

  /** Follows another instance. */
  follow(root: RootNode): void {
    this.stop();
    this.root = root;
    // An untouched form is no draft.
    this.saving = this.saving.then(async () => {
      this.savedXml = (await answersOf(root)).xml;
    });
  }

  stop(): void {
    clearTimeout(this.timer);
    this.root = undefined;
    this.isDirty = false;
  }

  /** Whether answers are not saved, as when the storage is full. */
  get hasUnsaved(): boolean {
    return this.isDirty;
  }

  /** Something may have changed. */
  touch(): void {
    if (this.root === undefined) return;
    this.isDirty = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), DELAY_MS);
  }

  /** Saves changes now, after a save that is under way. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.saving = this.saving
      .then(() => this.saveChanges())
      .catch(() => {
        // Tried again with the next change.
        this.isDirty = true;
      });
    return this.saving;
  }

  private async saveChanges(): Promise<void> {
    const { root } = this;
    if (root === undefined || !this.isDirty) return;
    this.isDirty = false;
    const answers = await answersOf(root);
    if (answers.xml === this.savedXml || root !== this.root) return;
    await this.save(answers);
    this.savedXml = answers.xml;
  }
}

async function answersOf(root: RootNode): Promise<Answers> {
  const { data } = await root.prepareInstancePayload({ payloadType: 'monolithic' });
  const files = [...data[0].entries()].map(([name, content]) => ({ name, content: content }));
  const xml = await files.find(({ name }) => name === SUBMISSION_FILE)!.content.text();
  return { ...metaOf(xml), xml, files };
}

/** instanceID and instanceName of a submission. */
export function metaOf(xml: string): { instanceId: string; name: string } {
  const instance = new DOMParser().parseFromString(xml, 'text/xml');
  const read = (name: string): string => instance.getElementsByTagNameNS('*', name)[0]?.textContent ?? '';
  return { instanceId: read('instanceID'), name: read('instanceName') };
}

/** A draft as the engine restores it. */
export function restorable(files: readonly StoredFile[]): { data: [FormData] } {
  const data = new FormData();
  for (const { name, content } of files)
    data.append(name, new File([content], name, { type: content.type }), name);
  return { data: [data] };
}
