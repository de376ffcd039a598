import type { ChunkedInstancePayload } from '@getodk/xforms-engine';
import { onMounted, onUnmounted, ref, shallowRef } from 'vue';
import { OFFLINE_COLLECTORS_PATH, type WebFormPage } from '../../../domain/web-form/web-form-page';
import { focusUnreadAnswer } from '../answer-inputs';
import type { AnswerTexts } from '../answer-texts';
import { BrowserStorage } from '../browser-storage';
import { type FormStyle, FormXml } from '../form-xml';
import { ChosenFiles, fileProblem, outgoingSubmission } from '../outgoing-submission';
import { type OutgoingSubmission, pageHeaders, sendAs } from '../send';
import { CurrentDraft, type OpenedForm } from './current-draft';
import { downloadSubmission } from './waiting-list';
import { metaOf } from './draft-saver';
import { KeptForm, type KeptState, deleteOldVersions } from './kept-form';
import { entitiesOf, withLocalEntities } from './local-entities';
import { type Draft, OfflineDatabase, type QueuedSubmission, type StoredFile } from './offline-database';
import { useOfflineQueue } from './offline-queue';
import type { OfflineTexts } from './offline-texts';
import { registerServiceWorker, requestPersistence, requestSync } from './service-worker';

export interface Notice {
  readonly kind: 'info' | 'done' | 'error';
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

export type Readiness = 'pending' | 'ready' | 'unsupported';

/** State of a page that works offline: the form, its draft, and what became of its submissions. */
export function useOfflineForm(page: WebFormPage, texts: OfflineTexts, answerTexts: AnswerTexts) {
  const path = location.pathname.replace(/\/*$/, '/');
  const database = new OfflineDatabase();
  const storage = new BrowserStorage(page.formId);
  const notice = shallowRef<Notice>();
  const opened = shallowRef<OpenedForm>();
  const isLoadFailed = ref(false);
  const isSubmitting = ref(false);
  const keptState = ref<KeptState>('current');
  const readiness = ref<Readiness>('pending');
  const savedAt = ref<number>();
  const style = shallowRef<FormStyle>();
  let title = '';
  let kept: KeptForm | undefined;
  let worker: ServiceWorkerRegistration | undefined;
  const chosen = new ChosenFiles().watch(document);

  const current = new CurrentDraft(database, page, {
    onSaved: (draft) => {
      savedAt.value = draft.savedAt;
    },
    onFailure: (error) => {
      notice.value = { kind: 'error', text: storageText(error, texts) };
    },
  });
  const queue = useOfflineQueue(database, {
    draft: (draft) => current.isOwn(draft),
    submission: ({ page: from }) => from === path || !(isOfCollector(path) || isOfCollector(from)),
  });

  function show(form: Omit<OpenedForm, 'key'>): void {
    const next = { key: (opened.value?.key ?? 0) + 1, ...form };
    const xml = new FormXml(form.xml);
    current.open(next);
    savedAt.value = form.draft?.savedAt;
    title = xml.title;
    style.value = xml.style;
    document.title = title;
    opened.value = next;
    queue.announce();
  }

  function read(file: string): Promise<Response> {
    const version = opened.value?.version ?? '';
    return kept === undefined || version === ''
      ? fetch(file, { headers: pageHeaders() })
      : kept.read(version, file, pageHeaders());
  }

  /** Adds what this device changed to a list, until the page has it from the service. */
  async function addLocalEntities(csv: string, dataset: string): Promise<string> {
    try {
      const changes = (await database.localEntities()).filter(
        ({ username, seenBy }) => username === page.username && !seenBy.includes(path),
      );
      const nodes = changes.flatMap((each) => each.nodes);
      return withLocalEntities(csv, dataset, nodes, crypto.randomUUID());
    } catch {
      return csv;
    }
  }

  /** Submissions with entities that the service has. */
  async function acknowledgedEntities(): Promise<string[]> {
    const waiting = new Set((await database.submissions()).map(({ instanceId }) => instanceId));
    return (await database.localEntities())
      .map(({ instanceId }) => instanceId)
      .filter((instanceId) => !waiting.has(instanceId));
  }

  /** Opens a new submission with the newest version that is kept. */
  async function openNew(): Promise<void> {
    isLoadFailed.value = false;
    try {
      let version = await kept?.current();
      if (kept !== undefined && version === undefined) {
        keptState.value = await kept.refresh(pageHeaders());
        version = await kept.current();
      }
      const response = await (kept === undefined || version === undefined
        ? fetch(page.form, { headers: pageHeaders() })
        : kept.read(version, page.form, pageHeaders()));
      if (!response.ok) throw new Error(`${page.form}: ${response.status}`);
      const form = new FormXml(await response.text()).prefill(new URLSearchParams(location.search));
      show({ xml: String(form), version: version ?? '' });
    } catch {
      isLoadFailed.value = opened.value === undefined;
    }
  }

  async function openDraft(draft: Draft): Promise<void> {
    if (draft.instanceId === opened.value?.draft?.instanceId) return;
    try {
      await current.putAside('');
    } catch {
      // The form stays open, with a notice.
      return;
    }
    if (!(await current.claim(draft))) {
      notice.value = { kind: 'error', text: texts.draftElsewhere };
      return;
    }
    show({ xml: draft.formXml, version: draft.version, draft });
    notice.value = { kind: 'info', text: texts.resumed };
  }

  async function putAside(name: string): Promise<void> {
    if (!(await current.putAside(name).catch(() => false))) return;
    notice.value = { kind: 'done', text: texts.putAsideDone };
    await openNew();
  }

  async function submit(payload: ChunkedInstancePayload): Promise<void> {
    if (isSubmitting.value || payload.status === 'pending') return;
    if (focusUnreadAnswer()) {
      notice.value = { kind: 'error', text: answerTexts.unread };
      return;
    }
    const tooLarge = fileProblem(payload, chosen, answerTexts.fileTooLarge, page.maxFileBytes);
    if (tooLarge !== undefined) {
      notice.value = { kind: 'error', text: tooLarge };
      return;
    }
    isSubmitting.value = true;
    try {
      const submission = await outgoingSubmission(page.submission!, payload, chosen);
      await current.finish();
      await store(submission);
      if (new FormXml(opened.value!.xml).usesLastSaved) storage.rememberLastSaved(submission.xml);
      await openNew();
    } catch {
      // The form stays open, with a notice.
    } finally {
      isSubmitting.value = false;
    }
  }

  /** Stores a submission in the queue, or sends it at once where the browser has no space. @throws if neither works */
  async function store(submission: OutgoingSubmission & { readonly xml: string }): Promise<void> {
    const queued = queuedSubmission(submission);
    try {
      await database.finish(queued, entitiesOf(opened.value!.xml, submission.xml));
    } catch (error) {
      const result = await sendAs(page.username)(submission);
      if (result.kind === 'stored') {
        notice.value = { kind: 'done', text: texts.sent };
        return;
      }
      const run = (): void => void downloadSubmission(queued.name, queued.requests);
      notice.value = {
        kind: 'error',
        text: storageText(error, texts),
        action: { label: texts.download, run },
      };
      throw error;
    }
    notice.value = { kind: 'done', text: texts.queued };
    void requestPersistence();
    void requestSync(worker);
    queue.announce();
    void queue.send(true).then(() => showSent(queued.instanceId));
  }

  async function showSent(instanceId: string): Promise<void> {
    const isWaiting = (await database.submissions()).some((each) => each.instanceId === instanceId);
    if (!isWaiting && notice.value?.text === texts.queued) notice.value = { kind: 'done', text: texts.sent };
  }

  function queuedSubmission({
    instanceId,
    path: target,
    requests,
    xml,
  }: OutgoingSubmission & { xml: string }): QueuedSubmission {
    return {
      instanceId,
      formId: page.formId,
      formTitle: title,
      name: metaOf(xml).name || title,
      page: path,
      path: target,
      ...(page.username !== undefined && { username: page.username }),
      requests: requests.map((files) =>
        files.map((file): StoredFile => ({ name: file.name, content: file })),
      ),
      acknowledged: 0,
      finishedAt: Date.now(),
      state: 'waiting',
      attempts: 0,
      notBefore: 0,
      isPauseFixed: false,
    };
  }

  async function prepareOffline(): Promise<void> {
    worker = await registerServiceWorker();
    if (kept === undefined || worker === undefined) {
      readiness.value = 'unsupported';
      return;
    }
    const sent = await acknowledgedEntities().catch(() => []);
    keptState.value = await kept.refresh(pageHeaders());
    if (keptState.value === 'current' || keptState.value === 'updated')
      await database.markEntitiesSeen(sent, path).catch(() => undefined);
    if ((await kept.current()) !== undefined) readiness.value = 'ready';
    const versions = (await database.drafts()).map(({ version }) => version);
    await deleteOldVersions([...versions, opened.value?.version ?? '']);
  }

  const saveOnLeave = (): void => {
    if (document.visibilityState === 'hidden') void current.flush();
  };
  onMounted(async () => {
    document.addEventListener('visibilitychange', saveOnLeave);
    if (await KeptForm.isSupported()) kept = new KeptForm(page, path);
    const draft = await current.claimOpen().catch(() => undefined);
    if (draft === undefined) await openNew();
    else {
      show({ xml: draft.formXml, version: draft.version, draft });
      notice.value = { kind: 'info', text: texts.resumed };
    }
    await prepareOffline().catch(() => undefined);
  });
  onUnmounted(() => document.removeEventListener('visibilitychange', saveOnLeave));

  return {
    notice,
    opened,
    isLoadFailed,
    isSubmitting,
    keptState,
    readiness,
    savedAt,
    style,
    queue,
    current,
    storage,
    path,
    read,
    addLocalEntities,
    openNew,
    openDraft,
    putAside,
    submit,
  };
}

/** People with different links do not see each other's submissions. */
function isOfCollector(path: string): boolean {
  return path.startsWith(`${OFFLINE_COLLECTORS_PATH}/`);
}

function storageText(error: unknown, texts: OfflineTexts): string {
  const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
  return isFull ? texts.storageFull : texts.storageRefused;
}
