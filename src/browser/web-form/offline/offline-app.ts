import { OdkWebForm } from '@getodk/web-forms';
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
  watch,
} from 'vue';
import type { WebFormPage } from '../../../domain/web-form/web-form-page';
import { nameControls } from '../accessible-names';
import { followInstances, useMapTiles } from '../engine-parts';
import { useFormLayout } from '../form-layout';
import { FormMedia } from '../form-media';
import { answersBelow, FormProgressBar } from '../form-pages';
import { useImageMaps } from '../image-map';
import { ENGINE_MAX_BYTES } from '../outgoing-submission';
import { type Result, ResultDialog } from '../results';
import { pageLanguage } from '../texts';
import type { OpenedForm } from './current-draft';
import { downloadSubmission, drawWaitingList, nameOf } from './waiting-list';
import { restorable } from './draft-saver';
import { type Notice, useOfflineForm } from './offline-form';
import { fill, offlineTexts } from './offline-texts';
import './offline.css';

/** Events after which answers may have changed; some controls of the engine fire none of their own. */
const CHANGES = ['input', 'change', 'click', 'keyup', 'pointerup'];

/** Page that fills in a form without a network: drafts and finished submissions wait in this browser. */
export function offlineFormApp(page: WebFormPage): Component {
  const { code, direction, texts: common, answers } = pageLanguage(navigator.languages);
  const texts = { ...offlineTexts(code), notOpen: common.notOpen };
  document.documentElement.lang = code;
  document.documentElement.dir = direction;
  if (page.tiles !== undefined) useMapTiles(page.tiles);

  return defineComponent(() => {
    const form = useOfflineForm(page, texts, answers);
    const { queue, current } = form;
    const main = ref<HTMLElement>();
    const root = shallowRef<RootNode>();
    const layout = useFormLayout({ main, root, style: () => form.style.value });
    const question = shallowRef<Result>();
    const resultElement = ref<HTMLElement>();
    let openedAnswers = '';
    const draftName = ref('');
    const missing = shallowReactive(new Set<string>());
    const signInPath = `/accounts/login/?next=${encodeURIComponent(form.path)}`;
    let media: { readonly key: number; readonly files: FormMedia } | undefined;
    const mediaOf = (key: number): FormMedia => {
      if (media?.key !== key)
        media = {
          key,
          files: new FormMedia(
            page,
            () => form.storage.lastSaved,
            (name) => missing.add(name),
            form.read,
            form.addLocalEntities,
          ),
        };
      return media.files;
    };
    const fetchFile = (resource: URL): Promise<Response> => mediaOf(form.opened.value!.key).fetch(resource);
    const imageMaps = useImageMaps({ main, root, fetchFile });
    const touch = ({ target }: Event): void => {
      if (target instanceof Element && target.closest('.odk-form') !== null) current.touch();
    };

    followInstances((opened) => {
      root.value = opened;
      openedAnswers = answersBelow(opened);
      current.follow(opened);
    });
    onMounted(() => {
      nameControls(main.value!, common);
      for (const type of CHANGES) main.value!.addEventListener(type, touch);
    });
    onUnmounted(() => followInstances(undefined));

    /** Results stand where the person looks, at the button of a long form. */
    watch(form.notice, async (notice) => {
      if (notice === undefined || notice.kind === 'info') return;
      await nextTick();
      resultElement.value?.focus({ preventScroll: true });
    });

    const submit = async (payload: ChunkedInstancePayload): Promise<void> => {
      const { draft } = form.opened.value ?? {};
      const isPrefilled = /[?&]d(?:%5B|\[)/i.test(location.search);
      const isTouched = draft !== undefined || isPrefilled || answersBelow(root.value!) !== openedAnswers;
      if (isTouched) return form.submit(payload);
      const run = (): void => void form.submit(payload);
      const actions = [{ label: common.sendAnyway, run }];
      question.value = { kind: 'info', text: common.untouched, close: common.backToForm, actions };
    };

    const putAside = async (event: Event): Promise<void> => {
      event.preventDefault();
      await form.putAside(draftName.value);
      draftName.value = '';
    };

    const drawBar = (): VNode =>
      h('div', { class: 'offline-bar' }, [
        h('p', [
          h('span', { class: `readiness-${form.readiness.value}` }, readinessText()),
          page.username !== undefined && ` ${fill(texts.filledInAs, { name: page.username })}.`,
        ]),
        h('span', { class: 'draft-saved', role: 'status' }, savedText()),
        form.savedAt.value !== undefined && h('details', [h('summary', texts.putAside), drawPutAside()]),
      ]);

    const drawPutAside = (): VNode =>
      h('form', { onSubmit: (event: Event) => void putAside(event) }, [
        h('label', [
          texts.draftName,
          h('input', {
            value: draftName.value,
            maxlength: 100,
            onInput: (event: Event) => (draftName.value = (event.target as HTMLInputElement).value),
          }),
        ]),
        h('button', { type: 'submit' }, texts.putAside),
      ]);

    const readinessText = (): string =>
      ({ pending: texts.notReady, ready: texts.ready, unsupported: texts.unsupported })[form.readiness.value];

    const savedText = (): string =>
      form.savedAt.value === undefined
        ? ''
        : fill(texts.draftSaved, { time: new Date(form.savedAt.value).toLocaleTimeString(code) });

    const notices = (): Notice[] => {
      const found: Notice[] = [];
      if (!queue.isOnline.value) found.push({ kind: 'info', text: texts.noNetwork });
      const signIn = { label: texts.signInLink, run: () => location.assign(signInPath) };
      if (form.keptState.value === 'sign-in')
        found.push({ kind: 'info', text: texts.signIn, action: signIn });
      if (form.keptState.value === 'closed') found.push({ kind: 'error', text: texts.closed });
      if (form.keptState.value === 'updated') found.push({ kind: 'info', text: texts.newVersion });
      if (missing.size > 0)
        found.push({ kind: 'error', text: `${common.missingFiles} ${[...missing].join(', ')}` });
      if (form.notice.value?.kind === 'info') found.push(form.notice.value);
      return found;
    };

    const drawResult = ({ kind, text, action }: Notice): VNode =>
      h('div', { class: 'page-notice page-result' }, [
        h(
          'p',
          {
            ref: resultElement,
            class: kind,
            dir: 'auto',
            tabindex: -1,
            role: kind === 'error' ? 'alert' : 'status',
          },
          [
            text,
            action && [' ', h('button', { type: 'button', onClick: action.run }, action.label)],
            ' ',
            h(
              'button',
              { type: 'button', onClick: () => (form.notice.value = undefined) },
              common.backToForm,
            ),
          ],
        ),
      ]);

    const drawNotice = ({ kind, text, action }: Notice): VNode =>
      h('p', { class: kind, dir: 'auto', role: kind === 'error' ? 'alert' : undefined }, [
        text,
        action && [' ', h('button', { type: 'button', onClick: action.run }, action.label)],
      ]);

    const drawForm = ({ key, xml, draft }: OpenedForm): VNode =>
      h(
        'div',
        {
          key,
          dir: 'auto',
          class: { sending: form.isSubmitting.value, 'has-one-language': form.style.value?.hasOneLanguage },
          'aria-busy': form.isSubmitting.value,
        },
        [
          h(OdkWebForm, {
            formXml: xml,
            fetchFormAttachment: mediaOf(key).fetch,
            missingResourceBehavior: 'BLANK',
            submissionMaxSize: ENGINE_MAX_BYTES,
            preloadProperties: page.username === undefined ? {} : { username: page.username },
            trackDevice: form.storage.isAvailable,
            // The form is drawn anew once the submission is stored.
            onSubmitChunked: (payload, done) => void submit(payload).then(() => done(undefined)),
            ...(draft && { editInstance: { draft: restorable(draft.files) } }),
          }),
        ],
      );

    const drawLoading = (): VNode =>
      form.isLoadFailed.value
        ? h('div', { class: 'page-card', role: 'alert' }, [
            h('p', common.notLoaded),
            h('button', { type: 'button', onClick: form.openNew }, common.reload),
          ])
        : h('p', { class: 'page-card', role: 'status' }, common.loading);

    return () =>
      h('main', { ref: main, class: ['page', 'mode-offline'] }, [
        drawBar(),
        h('div', { class: 'page-notice', 'aria-live': 'polite' }, notices().map(drawNotice)),
        ...drawWaitingList(
          {
            submissions: queue.submissions.value,
            drafts: queue.drafts.value,
            isSending: queue.isSending.value,
            signInPath,
          },
          texts,
          {
            sendAll: () => void queue.send(true),
            retry: (submission) => void queue.retry(submission),
            download: ({ name, requests }) => void downloadSubmission(name, requests),
            deleteSubmission: (submission) => {
              const question = fill(texts.confirmDeleteSubmission, { name: submission.name });
              if (confirm(question)) void queue.deleteSubmission(submission);
            },
            openDraft: (draft) => void form.openDraft(draft),
            deleteDraft: (draft) => {
              if (confirm(fill(texts.confirmDeleteDraft, { name: nameOf(draft, texts) })))
                void queue.deleteDraft(draft);
            },
          },
        ),
        root.value && form.opened.value && h(FormProgressBar, { root: root.value, label: common.answered }),
        form.opened.value === undefined ? drawLoading() : drawForm(form.opened.value),
        layout.draw(),
        ...imageMaps.draw(),
        form.notice.value !== undefined && form.notice.value.kind !== 'info' && drawResult(form.notice.value),
        question.value &&
          h(ResultDialog, { result: question.value, onClose: () => (question.value = undefined) }),
      ]);
  });
}
