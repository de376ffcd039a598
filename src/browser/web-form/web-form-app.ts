import { OdkWebForm, POST_SUBMIT__NEW_INSTANCE, type SubmissionResultCallback } from '@getodk/web-forms';
import type { ChunkedInstancePayload, RootNode } from '@getodk/xforms-engine';
import {
  type Component,
  computed,
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
import { focusUnreadAnswer, unreadAnswers } from './answer-inputs';
import { nameControls } from './accessible-names';
import { BrowserStorage } from './browser-storage';
import { followInstances, useMapTiles } from './engine-parts';
import { useFormLayout } from './form-layout';
import { FormMedia } from './form-media';
import { answersBelow, FormProgressBar } from './form-pages';
import { useImageMaps } from './image-map';
import { KeptAnswers, UnsentAnswers } from './kept-answers';
import { instanceToOpen, loadForm } from './opened-instance';
import { asOnePage, type FormXml } from './form-xml';
import { ChosenFiles, ENGINE_MAX_BYTES, fileProblem, outgoingSubmission } from './outgoing-submission';
import type { Draft } from './offline/offline-database';
import { PreviewAnswers } from './preview-answers';
import {
  type Result,
  ResultDialog,
  confirmationText,
  doneText,
  failureResult,
  firstNotice,
  isSignedOut,
  type Notice,
} from './results';
import type { Send } from './send';
import { SendingAttempts } from './sending-attempts';
import { pageLanguage } from './texts';
import { UntouchedAnswers } from './untouched-answers';

type Step = 'loading' | 'not-loaded' | 'form' | 'sent' | 'already-sent';

/** The form of a page with what surrounds it: notices, confirmation, errors. */
export function webFormApp(page: WebFormPage, send: Send): Component {
  const { code, direction, texts, answers } = pageLanguage(navigator.languages);
  const storage = new BrowserStorage(page.formId);
  const kept = new KeptAnswers(page);
  const preview = PreviewAnswers.inEditor();
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
    const chosen = new ChosenFiles().watch(document);
    /** Changed to draw the form anew. */
    const drawing = ref(0);
    const root = shallowRef<RootNode>();
    const heading = ref<HTMLElement>();
    const main = ref<HTMLElement>();
    const result = shallowRef<Result>();
    const style = computed(() => form.value?.style);
    const layout = useFormLayout({
      main,
      root,
      style: () => (page.mode === 'view' ? asOnePage(style.value) : style.value),
    });
    /** Answers that waited for the person to sign in again. */
    const draft = shallowRef<Draft>();
    const imageMaps = useImageMaps({ main, root, fetchFile: media.fetch });
    let openedAnswers = '';
    let storedXml = '';
    let untouched: UntouchedAnswers | undefined;
    const attempts = new SendingAttempts();
    const unsent = new UnsentAnswers(() =>
      page.submission && root.value && step.value === 'form' ? answersBelow(root.value) : undefined,
    );

    async function load(): Promise<void> {
      step.value = 'loading';
      try {
        form.value = await loadForm(page);
        draft.value = await kept.find();
        if (draft.value !== undefined) notice.value = { kind: 'info', text: texts.restored };
        document.title = form.value.title;
        step.value = 'form';
      } catch {
        step.value = 'not-loaded';
      }
    }

    async function submit(payload: ChunkedInstancePayload, done: SubmissionResultCallback): Promise<void> {
      if (isSending.value || payload.status === 'pending') return done(undefined);
      const problem = problemBefore(payload, done);
      if (problem !== undefined) {
        result.value = problem;
        return done(undefined);
      }
      await sendAnswers(payload, done);
    }

    /** Why it is not sent, or a question before it is. */
    function problemBefore(
      payload: ChunkedInstancePayload,
      done: SubmissionResultCallback,
    ): Result | undefined {
      const close = texts.backToForm;
      if (unreadAnswers.size > 0)
        return { kind: 'error', text: answers.unread, close, onClose: focusUnreadAnswer };
      const tooLarge = fileProblem(payload, chosen, answers.fileTooLarge, page.maxFileBytes);
      if (tooLarge !== undefined) return { kind: 'error', text: tooLarge, close };
      if (page.submission === undefined) return { kind: 'done', text: texts.previewDone, close };
      if (draft.value !== undefined || answersBelow(root.value!) !== openedAnswers) return undefined;
      const isPrefilled = page.mode !== 'edit' && /[?&]d(?:%5B|\[)/i.test(location.search);
      if (isPrefilled) return undefined;
      const text = page.mode === 'edit' ? texts.unchanged : texts.untouched;
      const run = (): void => void sendAnswers(payload, done);
      return { kind: 'info', text, close, actions: [{ label: texts.sendAnyway, run }] };
    }

    async function sendAnswers(
      payload: ChunkedInstancePayload,
      done: SubmissionResultCallback,
    ): Promise<void> {
      isSending.value = true;
      const submission = await attempts.submissionOf(answersBelow(root.value!), () =>
        outgoingSubmission(page.submission!, payload, chosen, untouched),
      );
      const sent = await send(submission);
      isSending.value = false;
      if (sent.kind === 'stored') {
        if (form.value?.usesLastSaved === true) storage.rememberLastSaved(submission.xml);
        await kept.forget(submission.instanceId);
        unsent.forget();
        return finish(done);
      }
      done(undefined);
      const isKept =
        isSignedOut(page, sent) && (await kept.keep(submission, draft.value?.formXml ?? String(form.value)));
      if (isKept) unsent.forget();
      const title = form.value?.title ?? '';
      result.value = await failureResult(page, sent, submission, { texts, title, isKept, attempts });
    }

    async function finish(done: SubmissionResultCallback): Promise<void> {
      if (page.mode === 'many') {
        notice.value = undefined;
        result.value = { kind: 'done', text: texts.sent, close: texts.again, onClose: showTop };
        if (form.value?.usesLastSaved !== true && draft.value === undefined)
          return done({ next: POST_SUBMIT__NEW_INSTANCE });
        // The engine reads the last submission, and kept answers, when it draws the form.
        draft.value = undefined;
        drawing.value += 1;
        return done(undefined);
      }
      if (page.mode === 'once') storage.rememberSent();
      if (page.returnUrl !== undefined) return location.assign(page.returnUrl);
      step.value = 'sent';
      notice.value = undefined;
      await nextTick();
      heading.value?.focus();
      heading.value?.scrollIntoView({ block: 'center' });
    }

    async function discardKept(): Promise<void> {
      await kept.forget(draft.value!.instanceId);
      draft.value = undefined;
      notice.value = firstNotice(page, texts);
      drawing.value += 1;
    }

    function showTop(): void {
      scrollTo(0, 0);
      main.value
        ?.querySelector<HTMLElement>('.odk-form input, .odk-form textarea')
        ?.focus({ preventScroll: true });
    }

    function opened(next: RootNode): void {
      root.value = next;
      openedAnswers = answersBelow(next);
      unsent.forget();
      attempts.forget();
      if (storedXml !== '') untouched = new UntouchedAnswers(storedXml, next, form.value!.calculatedPaths);
      // After this change of the tree, which the answers would be part of.
      if (preview !== undefined)
        void nextTick(() => {
          preview.follow(next);
          void nextTick(() => preview.scrollBack());
        });
    }

    followInstances(opened);
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
          class: { sending: isSending.value, 'has-one-language': style.value?.hasOneLanguage },
          'aria-busy': isSending.value,
        },
        [
          h(OdkWebForm, {
            formXml: (page.instance ? undefined : draft.value?.formXml) ?? String(form.value),
            fetchFormAttachment: media.fetch,
            missingResourceBehavior: 'BLANK',
            submissionMaxSize: ENGINE_MAX_BYTES,
            preloadProperties: page.username === undefined ? {} : { username: page.username },
            trackDevice: storage.isAvailable,
            onSubmitChunked: (payload, done) => void submit(payload, done),
            ...instanceToOpen(page, draft.value, (xml) => (storedXml = xml)),
          }),
        ],
      );

    return () =>
      h('main', { ref: main, class: ['page', `mode-${page.mode}`] }, [
        page.back !== undefined &&
          !isFramed() &&
          h('p', { class: 'page-back' }, [h('a', { href: page.back }, texts.back)]),
        h('div', { class: 'page-notice', 'aria-live': 'polite' }, [
          missing.size > 0 &&
            h('p', { class: 'error', dir: 'auto' }, `${texts.missingFiles} ${[...missing].join(', ')}`),
          notice.value && h('p', { class: notice.value.kind, dir: 'auto' }, [notice.value.text]),
          draft.value &&
            h('p', { class: 'page-choices' }, [
              h('button', { type: 'button', onClick: () => void discardKept() }, texts.discard),
            ]),
        ]),
        ...drawStep(),
        layout.draw(),
        ...imageMaps.draw(),
        isSending.value && h('p', { class: 'page-sending', role: 'status' }, texts.sending),
        result.value && h(ResultDialog, { result: result.value, onClose: () => (result.value = undefined) }),
      ]);
  });
}

/** Pages of projects refuse frames: a link to one would empty the frame. */
function isFramed(): boolean {
  return window.parent !== window;
}
