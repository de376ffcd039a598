import { OdkWebForm, POST_SUBMIT__NEW_INSTANCE, type SubmissionResultCallback } from '@getodk/web-forms';
import type { ChunkedInstancePayload, RootNode } from '@getodk/xforms-engine';
import {
  type Component,
  defineComponent,
  h,
  nextTick,
  onMounted,
  onUnmounted,
  ref,
  shallowReactive,
  shallowRef,
  type VNode,
} from 'vue';
import type { WebFormPage } from '../../domain/web-form/web-form-page';
import { conflictText, findConflict } from './edit-conflict';
import { nameControls } from './accessible-names';
import { BrowserStorage } from './browser-storage';
import { followInstances, useMapTiles } from './engine-parts';
import { FormMedia } from './form-media';
import { FormProgressBar } from './form-progress';
import { FormXml, withMetaOfForm } from './form-xml';
import { ENGINE_MAX_BYTES, type EngineSubmission, outgoingSubmission } from './outgoing-submission';
import { downloadSubmission } from './offline/download-submission';
import { pageHeaders, type Send, type SendResult } from './send';
import { pageLanguage, type Texts } from './texts';

type Step = 'loading' | 'not-loaded' | 'form' | 'sent' | 'already-sent';

interface Rescued {
  readonly submission: EngineSubmission;
  readonly hasNewer: boolean;
}

interface Notice {
  readonly kind: 'info' | 'done' | 'error';
  readonly text: string;
  /** Of an edit that somebody else's edit superseded: what was typed. */
  readonly rescued?: Rescued;
}

/** The form of a page with what surrounds it: notices, confirmation, errors. */
export function webFormApp(page: WebFormPage, send: Send): Component {
  const { code, direction, texts } = pageLanguage(navigator.languages);
  const storage = new BrowserStorage(page.formId);
  const missing = shallowReactive(new Set<string>());
  const media = new FormMedia(
    page,
    () => storage.lastSaved,
    (name) => missing.add(name),
  );
  if (page.tiles !== undefined) useMapTiles(page.tiles);
  document.documentElement.lang = code;
  document.documentElement.dir = direction;

  return defineComponent(() => {
    const step = ref<Step>(page.mode === 'once' && storage.isSent ? 'already-sent' : 'loading');
    const notice = ref<Notice | undefined>(firstNotice(page, texts));
    const isSending = ref(false);
    const form = shallowRef<FormXml>();
    /** Changed to draw the form anew. */
    const drawing = ref(0);
    const root = shallowRef<RootNode>();
    const heading = ref<HTMLElement>();
    const main = ref<HTMLElement>();
    const noticeElement = ref<HTMLElement>();

    async function load(): Promise<void> {
      step.value = 'loading';
      try {
        form.value = await loadForm(page);
        document.title = form.value.title;
        step.value = 'form';
      } catch {
        step.value = 'not-loaded';
      }
    }

    async function submit(payload: ChunkedInstancePayload, done: SubmissionResultCallback): Promise<void> {
      if (isSending.value || payload.status === 'pending') return done(undefined);
      if (page.submission === undefined) {
        notice.value = { kind: 'done', text: texts.previewDone };
        return done(undefined);
      }
      isSending.value = true;
      notice.value = { kind: 'info', text: texts.sending };
      const submission = await outgoingSubmission(page.submission, payload);
      const result = await send(submission);
      isSending.value = false;
      if (result.kind !== 'stored') {
        done(undefined);
        return show(await failureNotice(page, result, submission, texts));
      }
      if (form.value?.usesLastSaved === true) storage.rememberLastSaved(submission.xml);
      await finish(done);
    }

    async function finish(done: SubmissionResultCallback): Promise<void> {
      if (page.mode === 'many') {
        await show({ kind: 'done', text: texts.sent });
        if (form.value?.usesLastSaved !== true) return done({ next: POST_SUBMIT__NEW_INSTANCE });
        // The engine reads the last submission when it draws the form.
        drawing.value += 1;
        return done(undefined);
      }
      if (page.mode === 'once') storage.rememberSent();
      if (page.returnUrl !== undefined) return location.assign(page.returnUrl);
      step.value = 'sent';
      notice.value = undefined;
      await nextTick();
      heading.value?.focus();
    }

    /** Also to those who are far below it, at the button of the form. */
    async function show(result: Notice): Promise<void> {
      notice.value = result;
      await nextTick();
      noticeElement.value?.scrollIntoView({ block: 'nearest' });
      noticeElement.value?.focus({ preventScroll: true });
    }

    followInstances((opened) => (root.value = opened));
    onUnmounted(() => followInstances(undefined));
    onMounted(() => {
      if (step.value === 'loading') void load();
      nameControls(main.value!, texts);
    });

    const drawStep = (): (VNode | undefined)[] => {
      switch (step.value) {
        case 'loading':
          return [h('p', { class: 'page-card', role: 'status' }, texts.loading)];
        case 'not-loaded':
          return [
            h('div', { class: 'page-card', role: 'alert' }, [
              h('p', texts.notLoaded),
              h('button', { type: 'button', onClick: load }, texts.reload),
            ]),
          ];
        case 'already-sent':
          return [h('div', { class: 'page-card' }, [h('h1', texts.sentTitle), h('p', texts.alreadySent)])];
        case 'sent':
          return [drawConfirmation()];
        case 'form':
          return [drawProgress(), drawForm()];
      }
    };

    const drawConfirmation = (): VNode =>
      h('div', { class: 'page-card' }, [
        h('h1', { ref: heading, tabindex: -1 }, texts.sentTitle),
        h(
          'p',
          { class: 'confirmation' },
          confirmationText(page, navigator.languages) ?? doneText(page, texts),
        ),
      ]);

    /** The newer state opens elsewhere: this page has the only copy of what was typed. */
    const drawRescue = ({ submission, hasNewer }: Rescued): VNode =>
      h('p', { class: 'page-choices' }, [
        hasNewer && h('a', { href: location.href, target: '_blank' }, texts.openNewer),
        h(
          'button',
          {
            type: 'button',
            onClick: () => void downloadSubmission(form.value?.title ?? '', filesOf(submission)),
          },
          texts.downloadAnswers,
        ),
      ]);

    const drawProgress = (): VNode | undefined =>
      root.value && page.mode !== 'view'
        ? h(FormProgressBar, { root: root.value, label: texts.answered })
        : undefined;

    const drawForm = (): VNode =>
      // The form has its own languages, of another direction than the page perhaps.
      h(
        'div',
        {
          key: drawing.value,
          dir: 'auto',
          class: { sending: isSending.value },
          'aria-busy': isSending.value,
        },
        [
          h(OdkWebForm, {
            formXml: String(form.value),
            fetchFormAttachment: media.fetch,
            missingResourceBehavior: 'BLANK',
            submissionMaxSize: ENGINE_MAX_BYTES,
            preloadProperties: page.username === undefined ? {} : { username: page.username },
            trackDevice: storage.isAvailable,
            onSubmitChunked: (payload, done) => void submit(payload, done),
            ...(page.instance && { editInstance: editInstanceOf(page.instance) }),
          }),
        ],
      );

    return () =>
      h('main', { ref: main, class: ['page', `mode-${page.mode}`] }, [
        page.back !== undefined && h('p', { class: 'page-back' }, [h('a', { href: page.back }, texts.back)]),
        h('div', { class: 'page-notice', 'aria-live': 'polite' }, [
          missing.size > 0 &&
            h('p', { class: 'error', dir: 'auto' }, `${texts.missingFiles} ${[...missing].join(', ')}`),
          notice.value &&
            h(
              'p',
              {
                ref: noticeElement,
                tabindex: -1,
                class: notice.value.kind,
                dir: 'auto',
                role: notice.value.kind === 'error' ? 'alert' : undefined,
              },
              [notice.value.text],
            ),
          notice.value?.rescued && drawRescue(notice.value.rescued),
        ]),
        ...drawStep(),
      ]);
  });
}

async function loadForm(page: WebFormPage): Promise<FormXml> {
  const form = new FormXml(await fetchText(page.form));
  if (page.mode === 'view') return form.lock();
  return page.instance === undefined ? form.prefill(new URLSearchParams(location.search)) : form;
}

async function fetchText(path: string): Promise<string> {
  const response = await fetch(path, { headers: pageHeaders() });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.text();
}

function editInstanceOf({ xml, files }: NonNullable<WebFormPage['instance']>) {
  const paths = new Map(files.map(({ name, path }) => [name, path]));
  return {
    resolveInstance: async () => withMetaOfForm(await fetchText(xml)),
    attachmentFileNames: [...paths.keys()],
    resolveAttachment: (name: string) => fetch(paths.get(name)!, { headers: pageHeaders() }),
  };
}

function firstNotice({ mode }: WebFormPage, texts: Texts): Notice | undefined {
  if (mode === 'preview') return { kind: 'info', text: texts.preview };
  if (mode === 'view') return { kind: 'info', text: texts.viewing };
  return mode === 'edit' ? { kind: 'info', text: texts.editing } : undefined;
}

function filesOf({ requests }: EngineSubmission) {
  return requests.map((files) => files.map((file) => ({ name: file.name, content: file })));
}

async function failureNotice(
  page: WebFormPage,
  result: Exclude<SendResult, { kind: 'stored' }>,
  submission: EngineSubmission,
  texts: Texts,
): Promise<Notice> {
  const conflict =
    page.mode === 'edit' &&
    page.instance !== undefined &&
    result.kind === 'refused' &&
    result.reason === 'other'
      ? await findConflict(page.instance, submission.deprecatedId)
      : undefined;
  if (conflict === undefined) return { kind: 'error', text: failureText(page, result, texts) };
  const text = conflictText(conflict, texts, navigator.languages);
  return { kind: 'error', text, rescued: { submission, hasNewer: conflict.kind === 'changed' } };
}

function failureText(
  { username }: WebFormPage,
  result: Exclude<SendResult, { kind: 'stored' }>,
  texts: Texts,
): string {
  if (result.kind === 'failed') return `${texts.notSent} ${result.message || texts.noNetwork}`;
  if (result.reason === 'sign-in')
    return `${texts.notSent} ${username === undefined ? texts.notOpen : texts.signIn}`;
  return `${texts.notSent} ${texts.refused} ${result.message}`;
}

function doneText({ mode }: WebFormPage, texts: Texts): string {
  return mode === 'edit' ? texts.edited : texts.sent;
}

/** The form's own text in the best language. */
function confirmationText(
  { confirmation = {} }: WebFormPage,
  languages: readonly string[],
): string | undefined {
  const codes = languages.map((tag) => tag.split('-')[0]!.toLowerCase());
  const names = Object.keys(confirmation);
  const best = codes.map((code) => names.find((name) => name.endsWith(`(${code})`))).find(Boolean);
  return confirmation[best ?? names[0] ?? ''];
}
