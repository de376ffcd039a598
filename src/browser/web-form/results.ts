import { defineComponent, h, nextTick, onMounted, type PropType, ref, watch } from 'vue';
import type { WebFormPage } from '../../domain/web-form/web-form-page';
import { pageHeaders, type SendResult } from './send';
import type { Texts } from './texts';
import { downloadSubmission } from './offline/waiting-list';
import type { EngineSubmission } from './outgoing-submission';
import type { SendingAttempts } from './sending-attempts';

interface ResultAction {
  readonly label: string;
  /** Address that it leads to, in another tab or here. */
  readonly href?: string;
  readonly isElsewhere?: boolean;
  /** The dialog stays open if it returns false. */
  readonly run?: () => unknown;
}

/** Outcome of sending the form, or a question before it. */
export interface Result {
  readonly kind: 'info' | 'done' | 'error';
  readonly text: string;
  /** The first one gets the focus; without any the dialog closes by `close`. */
  readonly actions?: readonly ResultAction[];
  readonly close: string;
  readonly onClose?: () => void;
}

/** Tells a result where the person looks: in a dialog with the focus, wherever the page is scrolled to. */
export const ResultDialog = defineComponent({
  props: { result: { type: Object as PropType<Result>, required: true } },
  emits: ['close'],
  setup(props, { emit }) {
    const dialog = ref<HTMLDialogElement>();
    const focusFirst = async (): Promise<void> => {
      await nextTick();
      dialog.value?.querySelector<HTMLElement>('.result-actions > *')?.focus();
    };
    onMounted(() => {
      dialog.value!.showModal();
      void focusFirst();
    });
    watch(() => props.result, focusFirst);

    const close = (): void => {
      const { onClose } = props.result;
      dialog.value?.close();
      emit('close');
      onClose?.();
    };
    const act = ({ run, href }: ResultAction): void => {
      if (href !== undefined) return;
      const { result } = props;
      const isOpen = run?.() === false;
      // An action may have shown another result.
      if (!isOpen && props.result === result) {
        dialog.value?.close();
        emit('close');
      }
    };
    const drawAction = (action: ResultAction) =>
      action.href === undefined
        ? h('button', { type: 'button', onClick: () => act(action) }, action.label)
        : h('a', { href: action.href, target: action.isElsewhere ? '_blank' : undefined }, action.label);

    return () => {
      const { kind, text, actions = [], close: label } = props.result;
      return h(
        'dialog',
        {
          ref: dialog,
          class: ['result-dialog', kind],
          role: kind === 'error' ? 'alertdialog' : undefined,
          'aria-labelledby': 'result-text',
          onCancel: (event: Event) => {
            event.preventDefault();
            close();
          },
        },
        [
          h('p', { id: 'result-text', dir: 'auto' }, text),
          h('div', { class: 'result-actions' }, [
            ...actions.map(drawAction),
            h('button', { type: 'button', class: 'result-close', onClick: close }, label),
          ]),
        ],
      );
    };
  },
});

/** Change of a submission since its editor opened it. */
export type EditConflict =
  | { readonly kind: 'deleted' }
  /** @property by username, null without an account */
  | { readonly kind: 'changed'; readonly by: string | null; readonly at: Date };

/**
 * Asks why an edit was refused.
 * @param openedId instanceID of the state that was opened
 * @returns undefined if the submission is as it was, or nothing can be learnt
 */
async function findConflict(
  { xml }: NonNullable<WebFormPage['instance']>,
  openedId: string,
): Promise<EditConflict | undefined> {
  const path = xml.replace(/\.xml$/, '/');
  try {
    const response = await fetchJson(path);
    if (response.status === 404) return { kind: 'deleted' };
    if (!response.ok) return undefined;
    const current = (await response.json()) as Record<string, unknown>;
    if (current['meta/instanceID'] === openedId) return undefined;
    const { count } = (await (await fetchJson(`${path}history/?limit=1`)).json()) as { count: number };
    const last = await fetchJson(`${path}history/?limit=1&start=${Math.max(0, count - 1)}`);
    const { results } = (await last.json()) as {
      results: { date_replaced: string; replaced_by: string | null }[];
    };
    const [edit] = results;
    return edit && { kind: 'changed', by: edit.replaced_by, at: new Date(edit.date_replaced) };
  } catch {
    return undefined;
  }
}

/** @param languages of the browser, for the time */
function conflictText(conflict: EditConflict, texts: Texts, languages: readonly string[]): string {
  if (conflict.kind === 'deleted') return `${texts.deletedMeanwhile} ${texts.answersStay}`;
  const { by, at } = conflict;
  const isToday = at.toDateString() === new Date().toDateString();
  const format = new Intl.DateTimeFormat([...languages], {
    ...(!isToday && { dateStyle: 'medium' }),
    timeStyle: 'short',
  });
  const sentence = texts.changedMeanwhile
    .replace('{who}', () => by ?? texts.somebody)
    .replace('{time}', () => format.format(at));
  return `${sentence} ${texts.answersStay}`;
}

function fetchJson(path: string): Promise<Response> {
  return fetch(path, { headers: { ...pageHeaders(), Accept: 'application/json' } });
}

export interface Notice {
  readonly kind: 'info' | 'done' | 'error';
  readonly text: string;
}

type Failure = Exclude<SendResult, { kind: 'stored' }>;

export function firstNotice({ mode }: WebFormPage, texts: Texts): Notice | undefined {
  if (mode === 'preview') return { kind: 'info', text: texts.preview };
  if (mode === 'view') return { kind: 'info', text: texts.viewing };
  return mode === 'edit' ? { kind: 'info', text: texts.editing } : undefined;
}

interface FailureContext {
  readonly texts: Texts;
  readonly title: string;
  /** The browser has stored the answers. */
  readonly isKept: boolean;
  readonly attempts: SendingAttempts;
}

/** Why a submission was not sent, and what can be done. */
export async function failureResult(
  page: WebFormPage,
  failure: Failure,
  submission: EngineSubmission,
  { texts, title, isKept, attempts }: FailureContext,
): Promise<Result> {
  const close = texts.backToForm;
  if (isSignedOut(page, failure)) {
    const address = `/accounts/login/?next=${encodeURIComponent(location.pathname + location.search)}`;
    const text = `${texts.notSent} ${isKept ? texts.signIn : texts.signInElsewhere}`;
    const action: ResultAction = { label: texts.signInLink, href: address, isElsewhere: !isKept };
    return { kind: 'error', text, actions: [action], close };
  }
  const conflict =
    page.mode === 'edit' && page.instance !== undefined && failure.kind === 'refused'
      ? await findConflict(page.instance, submission.deprecatedId)
      : undefined;
  const isStoredBefore =
    failure.kind === 'refused' && failure.reason === 'conflict' && attempts.hadOtherAnswers;
  if (conflict === undefined && !isStoredBefore)
    return { kind: 'error', text: failureText(failure, texts), close };
  const newer: ResultAction = { label: texts.openNewer, href: location.href, isElsewhere: true };
  const download: ResultAction = {
    label: texts.downloadAnswers,
    run: () => {
      void downloadSubmission(title, filesOf(submission));
      return false;
    },
  };
  if (conflict === undefined) return { kind: 'error', text: texts.arrivedBefore, actions: [download], close };
  const text = conflictText(conflict, texts, navigator.languages);
  return {
    kind: 'error',
    text,
    actions: conflict.kind === 'changed' ? [newer, download] : [download],
    close,
  };
}

/** The session of the user of the page has ended. */
export function isSignedOut({ username }: WebFormPage, failure: Failure): boolean {
  return failure.kind === 'refused' && failure.reason === 'sign-in' && username !== undefined;
}

function failureText(failure: Failure, texts: Texts): string {
  if (failure.kind === 'failed') return `${texts.notSent} ${failure.message || texts.noNetwork}`;
  if (failure.reason === 'sign-in') return `${texts.notSent} ${texts.notOpen}`;
  return `${texts.notSent} ${texts.refused} ${failure.message}`;
}

function filesOf({ requests }: EngineSubmission) {
  return requests.map((files) => files.map((file) => ({ name: file.name, content: file })));
}

export function doneText({ mode }: WebFormPage, texts: Texts): string {
  return mode === 'edit' ? texts.edited : texts.sent;
}

/** The form's own text in the best language. */
export function confirmationText(
  { confirmation = {} }: WebFormPage,
  languages: readonly string[],
): string | undefined {
  const codes = languages.map((tag) => tag.split('-')[0]!.toLowerCase());
  const names = Object.keys(confirmation);
  const best = codes.map((code) => names.find((name) => name.endsWith(`(${code})`))).find(Boolean);
  return confirmation[best ?? names[0] ?? ''];
}
