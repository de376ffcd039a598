import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { EntityNode } from '../../../domain/entity/entity-node';

/** A file in IndexedDB; browsers differ in whether they store the name of a `File`. */
export interface StoredFile {
  readonly name: string;
  readonly content: Blob;
}

/** Why a submission was not sent yet. */
export interface SendProblem {
  readonly kind: 'unreachable' | 'service' | 'sign-in' | 'refused';
  readonly status?: number;
  /** The sentence of the service. */
  readonly message?: string;
}

/** A finished submission that the service has not acknowledged as a whole. */
export interface QueuedSubmission {
  readonly instanceId: string;
  readonly formId: string;
  readonly formTitle: string;
  readonly name: string;
  /** Path of the page where it was filled in. */
  readonly page: string;
  /** Path that takes it. */
  readonly path: string;
  /** The user it is sent as; undefined for a visitor without an account. */
  readonly username?: string;
  /** Files of each request; the first one is the XML, again in each. */
  readonly requests: readonly (readonly StoredFile[])[];
  /** Number of requests that the service has stored. */
  readonly acknowledged: number;
  readonly finishedAt: number;
  readonly state: 'waiting' | 'refused';
  /** Failures in a row. */
  readonly attempts: number;
  /** Earliest time of the next attempt. */
  readonly notBefore: number;
  /** The service named that time by Retry-After: a network that is back does not shorten it. */
  readonly isPauseFixed: boolean;
  readonly problem?: SendProblem;
}

/** A form that is being filled in, by its instanceID. */
export interface Draft {
  readonly instanceId: string;
  readonly formId: string;
  readonly username?: string;
  readonly name: string;
  readonly savedAt: number;
  /** Opened again with the page, until it is put aside under a name. */
  readonly isOpen: boolean;
  /** Cache with the media files of the version that it is filled in with. */
  readonly version: string;
  readonly formXml: string;
  readonly files: readonly StoredFile[];
}

/** Entities of a finished submission, until the lists of each page have them from the service. */
export interface LocalEntities {
  /** Of the submission. */
  readonly instanceId: string;
  readonly username?: string;
  readonly finishedAt: number;
  readonly nodes: readonly EntityNode[];
  /** Paths of the pages that fetched their lists after the submission was acknowledged. */
  readonly seenBy: readonly string[];
}

interface OfflineSchema extends DBSchema {
  entities: { key: string; value: LocalEntities };
  submissions: { key: string; value: QueuedSubmission };
  drafts: { key: string; value: Draft };
}

export type OfflineConnection = IDBPDatabase<OfflineSchema>;

const NAME = 'web-forms';
const VERSION = 2;
/** Pages that are not opened for so long fetch their lists first. */
const LOCAL_ENTITIES_MS = 90 * 24 * 60 * 60_000;

/** Drafts and finished submissions of this browser. Pages and the service worker share it. */
export class OfflineDatabase {
  private connection: Promise<OfflineConnection> | undefined;

  async drafts(): Promise<Draft[]> {
    const drafts = await (await this.connect()).getAll('drafts');
    return drafts.sort((one, other) => other.savedAt - one.savedAt);
  }

  async saveDraft(draft: Draft): Promise<void> {
    await (await this.connect()).put('drafts', draft);
  }

  async deleteDraft(instanceId: string): Promise<void> {
    await (await this.connect()).delete('drafts', instanceId);
  }

  /** In the order in which they were finished. */
  async submissions(): Promise<QueuedSubmission[]> {
    const submissions = await (await this.connect()).getAll('submissions');
    return submissions.sort((one, other) => one.finishedAt - other.finishedAt);
  }

  /** Replaces the draft by the finished submission, at once and durably. */
  async finish(submission: QueuedSubmission, nodes: readonly EntityNode[] = []): Promise<void> {
    const connection = await this.connect();
    const { instanceId, finishedAt, username } = submission;
    const entities = {
      instanceId,
      finishedAt,
      nodes,
      seenBy: [],
      ...(username !== undefined && { username }),
    };
    const transaction = connection.transaction(['drafts', 'submissions', 'entities'], 'readwrite', {
      durability: 'strict',
    });
    await Promise.all([
      transaction.objectStore('submissions').put(submission),
      transaction.objectStore('drafts').delete(submission.instanceId),
      ...(nodes.length > 0 ? [transaction.objectStore('entities').put(entities)] : []),
      transaction.done,
    ]);
  }

  /** Changes a submission unless it was deleted meanwhile. */
  async updateSubmission(
    instanceId: string,
    change: (submission: QueuedSubmission) => QueuedSubmission,
  ): Promise<void> {
    const transaction = (await this.connect()).transaction('submissions', 'readwrite');
    const stored = await transaction.store.get(instanceId);
    if (stored !== undefined) await transaction.store.put(change(stored));
    await transaction.done;
  }

  async deleteSubmission(instanceId: string): Promise<void> {
    await (await this.connect()).delete('submissions', instanceId);
  }

  /** In the order in which they were finished. */
  async localEntities(): Promise<LocalEntities[]> {
    const entities = await (await this.connect()).getAll('entities');
    return entities.sort((one, other) => one.finishedAt - other.finishedAt);
  }

  async deleteLocalEntities(instanceId: string): Promise<void> {
    await (await this.connect()).delete('entities', instanceId);
  }

  /** Notes that a page has these from the service. */
  async markEntitiesSeen(instanceIds: readonly string[], page: string): Promise<void> {
    const transaction = (await this.connect()).transaction('entities', 'readwrite');
    for (const instanceId of instanceIds) {
      const stored = await transaction.store.get(instanceId);
      if (stored === undefined) continue;
      if (stored.finishedAt < Date.now() - LOCAL_ENTITIES_MS) await transaction.store.delete(instanceId);
      else await transaction.store.put({ ...stored, seenBy: [...new Set([...stored.seenBy, page])] });
    }
    await transaction.done;
  }

  async close(): Promise<void> {
    (await this.connection)?.close();
    this.connection = undefined;
  }

  private connect(): Promise<OfflineConnection> {
    const forget = (): void => {
      this.connection = undefined;
    };
    this.connection ??= openDB<OfflineSchema>(NAME, VERSION, {
      upgrade: (connection, before) => {
        if (before < 1) {
          connection.createObjectStore('submissions', { keyPath: 'instanceId' });
          connection.createObjectStore('drafts', { keyPath: 'instanceId' });
        }
        connection.createObjectStore('entities', { keyPath: 'instanceId' });
      },
      // Another tab opens a newer version.
      blocking: () => void this.close(),
      terminated: forget,
    });
    this.connection.catch(forget);
    return this.connection;
  }
}
