import { zipSync } from 'fflate';
import { h, type VNode } from 'vue';
import type { StoredFile, Draft, QueuedSubmission } from './offline-database';
import type { Texts } from '../texts';
import { fill, type OfflineTexts } from './offline-texts';

const XML_NAME = 'xml_submission_file';

/** Saves the XML and the files of a submission as a ZIP file. */
export async function downloadSubmission(
  name: string,
  requests: readonly (readonly StoredFile[])[],
): Promise<void> {
  // Later requests repeat the XML.
  const files = new Map(
    requests.flat().map((file) => [file.name === XML_NAME ? 'submission.xml' : file.name, file.content]),
  );
  const entries = await Promise.all(
    [...files].map(async ([path, content]) => [path, new Uint8Array(await content.arrayBuffer())] as const),
  );
  const zip = zipSync(Object.fromEntries(entries), { level: 0 });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([zip], { type: 'application/zip' }));
  link.download = `${name.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-').slice(0, 80) || 'submission'}.zip`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

type ListTexts = OfflineTexts & Pick<Texts, 'notOpen'>;

export interface WaitingList {
  readonly submissions: readonly QueuedSubmission[];
  readonly drafts: readonly Draft[];
  readonly isSending: boolean;
  readonly signInPath: string;
}

export interface WaitingListActions {
  readonly sendAll: () => void;
  readonly retry: (submission: QueuedSubmission) => void;
  readonly download: (submission: QueuedSubmission) => void;
  readonly deleteSubmission: (submission: QueuedSubmission) => void;
  readonly openDraft: (draft: Draft) => void;
  readonly deleteDraft: (draft: Draft) => void;
}

/** Sections of the page: submissions that wait or were refused, with the reason, and drafts. */
export function drawWaitingList(list: WaitingList, texts: ListTexts, actions: WaitingListActions): VNode[] {
  const { submissions, drafts } = list;
  return [
    submissions.length > 0 &&
      drawSection('queue', fill(texts.queue, { count: submissions.length }), submissions.some(needsAction), [
        button(texts.sendAll, texts.sendAll, actions.sendAll, list.isSending),
        h(
          'ul',
          submissions.map((each) => drawSubmission(each, list, texts, actions)),
        ),
      ]),
    drafts.length > 0 &&
      drawSection('drafts', fill(texts.drafts, { count: drafts.length }), false, [
        h(
          'ul',
          drafts.map((each) => drawDraft(each, texts, actions)),
        ),
      ]),
  ].filter((section) => section !== false);
}

export function timeOf(ms: number): string {
  return new Intl.DateTimeFormat(document.documentElement.lang, {
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(ms);
}

export function nameOf(draft: Draft, texts: OfflineTexts): string {
  return draft.name || fill(texts.untitled, { time: timeOf(draft.savedAt) });
}

function needsAction({ state, problem }: QueuedSubmission): boolean {
  return state === 'refused' || problem?.kind === 'sign-in';
}

function drawSection(name: string, title: string, open: boolean, inside: VNode[]): VNode {
  return h('details', { class: ['page-card', 'waiting-list', name], open, key: name }, [
    h('summary', [h('h2', title)]),
    ...inside,
  ]);
}

function drawSubmission(
  submission: QueuedSubmission,
  { signInPath }: WaitingList,
  texts: ListTexts,
  actions: WaitingListActions,
): VNode {
  const { instanceId, name, finishedAt, state, problem } = submission;
  const label = `${name}, ${timeOf(finishedAt)}`;
  return h('li', { key: instanceId, class: state }, [
    h('div', [
      h('strong', { dir: 'auto' }, name),
      h('span', { class: 'waiting-time' }, timeOf(finishedAt)),
      h('p', { dir: 'auto' }, reasonOf(submission, texts)),
    ]),
    h('div', { class: 'waiting-actions' }, [
      problem?.kind === 'sign-in' && h('a', { href: signInPath }, texts.signInLink),
      state === 'refused' && button(texts.retry, label, () => actions.retry(submission)),
      button(texts.download, label, () => actions.download(submission)),
      button(texts.deleteSubmission, label, () => actions.deleteSubmission(submission)),
    ]),
  ]);
}

function drawDraft(draft: Draft, texts: OfflineTexts, actions: WaitingListActions): VNode {
  const name = nameOf(draft, texts);
  return h('li', { key: draft.instanceId }, [
    h('div', [
      h('strong', { dir: 'auto' }, name),
      h('span', { class: 'waiting-time' }, timeOf(draft.savedAt)),
    ]),
    h('div', { class: 'waiting-actions' }, [
      button(texts.openDraft, name, () => actions.openDraft(draft)),
      button(texts.deleteDraft, name, () => actions.deleteDraft(draft)),
    ]),
  ]);
}

/** @param subject tells equal buttons apart for screen readers */
function button(text: string, subject: string, onClick: () => void, disabled = false): VNode {
  const label = text === subject ? undefined : `${text}: ${subject}`;
  return h('button', { type: 'button', 'aria-label': label, disabled, onClick }, text);
}

function reasonOf({ problem, username }: QueuedSubmission, texts: ListTexts): string {
  const { status = '', message = '' } = problem ?? {};
  switch (problem?.kind) {
    case undefined:
      return texts.waiting;
    case 'unreachable':
      return texts.unreachable;
    case 'service':
      return fill(texts.busy, { status, message });
    case 'sign-in':
      return fill(texts.awaitsSignIn, { name: username ?? '' });
    case 'refused':
      return status === 401 ? texts.notOpen : fill(texts.refused, { status, message });
  }
}
