import type { RootNode } from '@getodk/xforms-engine';
import {
  computed,
  h,
  nextTick,
  onMounted,
  onUnmounted,
  type Ref,
  ref,
  shallowRef,
  Teleport,
  type VNode,
  watch,
} from 'vue';
import { REVEAL, unreadAnswers } from './answer-inputs';
import { drawnElements } from './drawn-elements';
import { type FormPage, type LayoutNode, pagesOf } from './form-pages';
import type { FormStyle } from './form-xml';
import { fill } from './offline/offline-texts';
import { pageLanguage } from './texts';
import './form-layout.css';

interface LayoutOptions {
  readonly main: Ref<HTMLElement | undefined>;
  readonly root: Ref<RootNode | undefined>;
  /** Undefined while no form is open. */
  readonly style: () => FormStyle | undefined;
}

/**
 * Lays out an open form by its style: pages, of which one is shown, and the grid. The engine draws all questions below each
 * other; attributes of their elements hide and place them.
 */
export function useFormLayout({ main, root, style }: LayoutOptions): { draw(): VNode | undefined } {
  const { texts } = pageLanguage(navigator.languages);
  const current = ref('');
  /** Ids of questions whose faults were found when their page was left. */
  const checked = ref(new Set<string>());
  const footer = shallowRef<HTMLElement>();
  const isPaged = computed(() => style()?.isPaged === true && root.value !== undefined);
  const pages = computed((): readonly FormPage[] => (isPaged.value ? pagesOf(root.value!) : []));
  const index = computed(() =>
    Math.max(
      0,
      pages.value.findIndex(({ id }) => id === current.value),
    ),
  );
  const faults = computed(() =>
    pages.value.flatMap(({ questions }) =>
      questions.filter((each) => checked.value.has(each.nodeId) && isFaulty(each)),
    ),
  );

  function apply(): void {
    if (root.value === undefined || main.value === undefined) return;
    const form = main.value.querySelector('.odk-form');
    const list = form?.querySelector('.form-questions > .flex-column');
    if (form === null || !(list instanceof HTMLElement)) return;
    const { isGrid = false } = style() ?? {};
    const drawn = drawnElements(root.value as unknown as LayoutNode, list, isGrid);
    form.toggleAttribute('data-in-pages', isPaged.value);
    form.toggleAttribute('data-on-last-page', index.value >= pages.value.length - 1);
    if (!isPaged.value) return;
    footer.value = hostIn(form);
    const page = pages.value[index.value];
    const shown = new Set([...(page?.questions ?? []), ...(page?.repeats ?? [])].map(({ nodeId }) => nodeId));
    const withFault = new Set(faults.value.map(({ nodeId }) => nodeId));
    for (const { element, ids, isLeaf } of drawn) {
      element.toggleAttribute('data-off-page', !ids.some((id) => shown.has(id)));
      if (isLeaf) element.toggleAttribute('data-fault', withFault.has(ids[0]!));
    }
  }

  /** Shows a page, from its start. @param element has the focus then; the first control otherwise */
  async function show(page: FormPage, element?: HTMLElement | null): Promise<void> {
    current.value = page.id;
    apply();
    await nextTick();
    main.value?.querySelector('.questions-card')?.scrollIntoView({ block: 'start' });
    focusIn(element ?? containerOf(page.questions[0]?.nodeId ?? ''));
  }

  async function next(): Promise<void> {
    const { questions } = pages.value[index.value]!;
    const wrong = questions.find((each) => isFaulty(each) || unreadAnswers.has(each.nodeId));
    checked.value = new Set([...checked.value, ...questions.map(({ nodeId }) => nodeId)]);
    await nextTick();
    apply();
    if (wrong === undefined) return show(pages.value[index.value + 1]!);
    const element = containerOf(wrong.nodeId);
    element?.scrollIntoView({ block: 'nearest' });
    focusIn(element);
  }

  const pageWith = (id: string): FormPage | undefined =>
    pages.value.find(({ questions }) => questions.some(({ nodeId }) => nodeId === id));

  let known: ReadonlySet<string> = new Set();
  /** Before the engine acts on a click. */
  function remember(): void {
    known = new Set(pages.value.map(({ id }) => id));
  }

  /** After the engine: shows a new repeat instance, or the first fault of a form that was to be sent. */
  async function follow({ target }: Event): Promise<void> {
    if (!isPaged.value || !(target instanceof Element)) return;
    if (target.closest('.button-add-instance') !== null) {
      const added = pages.value.find(({ id }) => !known.has(id));
      if (added !== undefined) await show(added);
    }
    const [violation] = root.value?.validationState.violations ?? [];
    if (target.closest('.footer > button') === null || violation === undefined) return;
    const page = pageWith(violation.nodeId);
    if (page !== undefined) await show(page, containerOf(violation.nodeId));
  }

  function reveal({ target }: Event): void {
    const id = target instanceof Element ? target.closest('.question-container')?.id : undefined;
    const page = id === undefined ? undefined : pageWith(id.replace(/_container$/, ''));
    if (page === undefined || page.id === current.value) return;
    current.value = page.id;
    apply();
  }

  watch(root, () => {
    current.value = '';
    checked.value = new Set();
  });
  // A page that is gone, such as that of a removed repeat instance, makes way for the one before it.
  watch(pages, (now, before) => {
    if (now.some(({ id }) => id === current.value)) return;
    const left = before.findIndex(({ id }) => id === current.value);
    current.value = (now[Math.max(0, left - 1)] ?? now[0])?.id ?? '';
  });
  watch([pages, current, faults], apply, { flush: 'post' });
  const observer = new MutationObserver(apply);
  onMounted(() => {
    observer.observe(main.value!, { childList: true, subtree: true });
    main.value!.addEventListener('click', remember, true);
    main.value!.addEventListener('click', (event) => void follow(event));
    main.value!.addEventListener(REVEAL, reveal);
  });
  onUnmounted(() => observer.disconnect());

  const draw = (): VNode | undefined => {
    if (!isPaged.value || footer.value?.isConnected !== true || pages.value.length === 0) return undefined;
    const [at, count] = [index.value, pages.value.length];
    return h(Teleport, { to: footer.value }, [
      h(
        'button',
        {
          type: 'button',
          class: 'page-back-turn',
          disabled: at === 0,
          onClick: () => void show(pages.value[at - 1]!),
        },
        texts.previousPage,
      ),
      h('span', { role: 'status' }, fill(texts.pageOf, { page: String(at + 1), pages: String(count) })),
      at < count - 1 &&
        h('button', { type: 'button', class: 'page-next-turn', onClick: () => void next() }, texts.nextPage),
    ]);
  };
  return { draw };
}

function containerOf(id: string): HTMLElement | null {
  return document.getElementById(`${id}_container`);
}

function isFaulty({ validationState }: LayoutNode): boolean {
  return validationState?.violation != null;
}

/** Element before the button that sends, for those that turn pages. */
function hostIn(form: Element): HTMLElement | undefined {
  const footer = form.querySelector('.footer');
  const known = footer?.querySelector<HTMLElement>('.page-turns');
  if (footer === null || known != null) return known ?? undefined;
  const host = document.createElement('div');
  host.className = 'page-turns';
  footer.prepend(host);
  return host;
}

/** Focuses the first control of a question where that opens no keyboard on the screen, and the question elsewhere. */
function focusIn(element: HTMLElement | null): void {
  if (element === null) return;
  const control = element.querySelector<HTMLElement>(
    'input:not([type=file], [tabindex="-1"], :disabled), textarea:not(:disabled), [role=combobox], [role=slider], button:not(:disabled)',
  );
  if (control !== null && matchMedia('(pointer: fine)').matches)
    return control.focus({ preventScroll: true });
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
