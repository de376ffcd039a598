import type { RootNode } from '@getodk/xforms-engine';
import {
  defineComponent,
  h,
  onMounted,
  onUnmounted,
  type PropType,
  type Ref,
  ref,
  shallowRef,
  Teleport,
  type VNode,
  watch,
  watchEffect,
} from 'vue';
import { childrenOf, hasAppearance, isQuestion, type LayoutNode } from './form-pages';
import { REGION, svgImage } from './svg-image';

/** Members of a select that are used; the engine's own type does not resolve. */
interface SelectNode extends LayoutNode {
  readonly selectType: 'select' | 'select1';
  readonly currentState: LayoutNode['currentState'] & {
    readonly value: readonly string[];
    readonly valueOptions: readonly {
      readonly value: string;
      readonly label: { readonly asString: string };
    }[];
    readonly label: { readonly imageSource?: URL | null } | null;
  };
  selectValue(value: string): void;
  selectValues(values: readonly string[]): void;
}

type FetchFile = (resource: URL) => Promise<Response>;

/** Picture whose regions, named by their ids, choose the answers of a select; the choices themselves stay below it. */
const ImageMap = defineComponent({
  props: {
    question: { type: Object as PropType<SelectNode>, required: true },
    fetchFile: { type: Function as PropType<FetchFile>, required: true },
  },
  emits: ['drawn'],
  setup({ question, fetchFile }, { emit }) {
    const host = ref<HTMLElement>();
    const svg = shallowRef<SVGSVGElement>();

    async function load(source: string | undefined): Promise<void> {
      svg.value = undefined;
      if (source === undefined) return;
      const response = await fetchFile(new URL(source));
      if (response.ok && source === sourceOf(question))
        svg.value = svgImage(await response.text(), `${question.nodeId}-map-`);
    }

    const regionsOf = (value: string): SVGElement[] => [
      ...(svg.value?.querySelectorAll<SVGElement>(`[${REGION}="${CSS.escape(value)}"]`) ?? []),
    ];

    function choose({ target }: Event): boolean {
      const region = target instanceof Element ? target.closest(`[${REGION}][role=button]`) : null;
      if (region === null || question.currentState.readonly) return false;
      const chosen = region.getAttribute(REGION)!;
      const { value } = question.currentState;
      if (question.selectType === 'select1') question.selectValue(chosen);
      else
        question.selectValues(
          value.includes(chosen) ? value.filter((each) => each !== chosen) : [...value, chosen],
        );
      return true;
    }

    function press(event: KeyboardEvent): void {
      if ((event.key === 'Enter' || event.key === ' ') && choose(event)) event.preventDefault();
    }

    watch(
      () => sourceOf(question),
      (source) => void load(source),
      { immediate: true },
    );
    watchEffect(
      () => {
        if (svg.value === undefined) return host.value?.replaceChildren();
        const { value: chosen, valueOptions, readonly } = question.currentState;
        for (const region of svg.value.querySelectorAll(`[role=button]`)) region.removeAttribute('role');
        for (const { value, label } of valueOptions)
          for (const region of regionsOf(value)) {
            region.setAttribute('role', 'button');
            region.setAttribute('tabindex', readonly ? '-1' : '0');
            region.setAttribute('aria-label', label.asString);
            region.setAttribute('aria-pressed', String(chosen.includes(value)));
          }
        if (svg.value.parentElement !== host.value) host.value?.replaceChildren(svg.value);
        emit('drawn', true);
      },
      { flush: 'post' },
    );
    onUnmounted(() => emit('drawn', false));

    // As the names of other controls (accessible-names.ts).
    const labelId = `${question.nodeId}_container_label`;
    return () =>
      h('div', {
        ref: host,
        class: 'image-map',
        role: 'group',
        'aria-labelledby': labelId,
        onClick: choose,
        onKeydown: press,
      });
  },
});

function sourceOf({ currentState }: SelectNode): string | undefined {
  return currentState.label?.imageSource?.href;
}

interface ImageMapOptions {
  readonly main: Ref<HTMLElement | undefined>;
  readonly root: Ref<RootNode | undefined>;
  readonly fetchFile: FetchFile;
}

interface PlacedMap {
  readonly question: SelectNode;
  readonly container: HTMLElement;
  readonly host: HTMLElement;
}

/** Draws the pictures of questions with the appearance `image-map`, in place of the engine. */
export function useImageMaps({ main, root, fetchFile }: ImageMapOptions): { draw(): VNode[] } {
  const maps = shallowRef<readonly PlacedMap[]>([]);

  function place(): void {
    const questions = root.value === undefined ? [] : imageMapsBelow(root.value as unknown as LayoutNode);
    const placed = questions.flatMap((question) => {
      const container = document.getElementById(`${question.nodeId}_container`);
      const text = container?.querySelector(':scope > .control-text');
      return container === null || text == null ? [] : [{ question, container, host: hostAfter(text) }];
    });
    const isSame =
      placed.length === maps.value.length && placed.every(({ host }, n) => host === maps.value[n]!.host);
    if (!isSame) maps.value = placed;
  }

  const observer = new MutationObserver(place);
  onMounted(() => observer.observe(main.value!, { childList: true, subtree: true }));
  onUnmounted(() => observer.disconnect());

  return {
    draw: () =>
      maps.value.map(({ question, container, host }) =>
        h(Teleport, { key: question.nodeId, to: host }, [
          h(ImageMap, {
            question,
            fetchFile,
            onDrawn: (isDrawn: boolean) => container.toggleAttribute('data-image-map', isDrawn),
          }),
        ]),
      ),
  };
}

function imageMapsBelow(node: LayoutNode): readonly SelectNode[] {
  if (!node.currentState.relevant) return [];
  if (!isQuestion(node)) return childrenOf(node).flatMap(imageMapsBelow);
  return node.nodeType === 'select' && hasAppearance(node, 'image-map') ? [node as SelectNode] : [];
}

function hostAfter(text: Element): HTMLElement {
  const known = text.nextElementSibling;
  if (known instanceof HTMLElement && known.className === 'image-map-host') return known;
  const host = document.createElement('div');
  host.className = 'image-map-host';
  text.after(host);
  return host;
}
