import type { WebFormPage } from '../../domain/web-form/web-form-page';
import { conflictText, findConflict } from './edit-conflict';
import { downloadSubmission } from './offline/download-submission';
import type { EngineSubmission } from './outgoing-submission';
import type { Result, ResultAction } from './result-dialog';
import type { SendResult } from './send';
import type { SendingAttempts } from './sending-attempts';
import type { Texts } from './texts';

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
