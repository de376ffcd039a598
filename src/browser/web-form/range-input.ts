import { computed, defineComponent, h, type PropType, ref } from 'vue';
import { pageLanguage } from './texts';
import { customsOf, localeOf, writeNumber } from './typed-answers';

/** Values of a range: from its start in steps, the end at most. */
export class RangeSteps {
  readonly count: number;
  private readonly start: number;
  private readonly step: number;
  private readonly decimals: number;

  constructor(bounds: { start: number | bigint; end: number | bigint; step: number | bigint }) {
    const [start, end, step] = [bounds.start, bounds.end, bounds.step].map(Number) as [
      number,
      number,
      number,
    ];
    this.start = start;
    this.step = Math.abs(step) || 1;
    this.decimals = Math.max(decimalsOf(start), decimalsOf(this.step));
    // Binary fractions: 0.3 / 0.1 is a little less than 3.
    this.count = Math.max(0, Math.floor((end - start) / this.step + 1e-9));
  }

  get last(): string {
    return this.valueAt(this.count);
  }

  /** @param index beyond the ends is the end */
  valueAt(index: number): string {
    const step = Math.min(Math.max(Math.round(index), 0), this.count);
    return (this.start + step * this.step).toFixed(this.decimals);
  }

  /** Steps from the start, not whole for an answer between two; 0 without an answer. */
  indexOf(value: string): number {
    return value === '' ? 0 : (Number(value) - this.start) / this.step;
  }
}

const MAX_DECIMALS = 15;

function decimalsOf(value: number): number {
  const [, fraction = '', exponent = '0'] = /^[^.e]*(?:\.(\d+))?(?:e(.*))?$/.exec(String(value)) ?? [];
  return Math.min(Math.max(fraction.length - Number(exponent), 0), MAX_DECIMALS);
}

/** Pixels that a pointer moves before it drags: a touch may begin to scroll the page. */
const DRAG_PX = 4;
const LARGE_STEPS = 10;

/** Members of a range of the engine that are used. */
interface RangeQuestion {
  readonly nodeId: string;
  readonly appearances: Readonly<Record<string, boolean>>;
  readonly definition: { readonly bounds: ConstructorParameters<typeof RangeSteps>[0] };
  readonly currentState: { readonly readonly: boolean; readonly instanceValue: string };
  setValue(value: string | null): void;
}

interface Drag {
  readonly pointerId: number;
  readonly x: number;
  readonly y: number;
  readonly before: string;
  hasMoved: boolean;
}

/** Handle on a line, with the number that is answered: the package shows none, and takes steps that the form does not have. */
export const RangeInput = defineComponent({
  props: { node: { type: Object as PropType<RangeQuestion>, required: true } },
  setup({ node }) {
    const { answers: texts } = pageLanguage(navigator.languages);
    const customs = customsOf(localeOf([navigator.language, ...navigator.languages]));
    const steps = new RangeSteps(node.definition.bounds);
    const isVertical = node.appearances['vertical'] === true;
    const track = ref<HTMLElement>();
    const handle = ref<HTMLElement>();
    const answer = computed(() => node.currentState.instanceValue);
    const shown = (value: string): string => writeNumber(value, customs, false);
    let drag: Drag | undefined;

    function choose(index: number): void {
      if (!node.currentState.readonly) node.setValue(steps.valueAt(index));
    }

    function chooseAt({ clientX, clientY }: MouseEvent): void {
      const { left, right, bottom, width, height } = track.value!.getBoundingClientRect();
      const isRightToLeft = getComputedStyle(track.value!).direction === 'rtl';
      const along = isVertical ? bottom - clientY : isRightToLeft ? right - clientX : clientX - left;
      choose((along / (isVertical ? height : width)) * steps.count);
      handle.value!.focus({ preventScroll: true });
    }

    function begin(event: PointerEvent): void {
      if (node.currentState.readonly || event.button !== 0 || drag !== undefined) return;
      const { pointerId, clientX: x, clientY: y } = event;
      track.value!.setPointerCapture(pointerId);
      drag = { pointerId, x, y, before: answer.value, hasMoved: false };
    }

    function follow(event: PointerEvent): void {
      if (drag?.pointerId !== event.pointerId) return;
      drag.hasMoved ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) >= DRAG_PX;
      if (drag.hasMoved) chooseAt(event);
    }

    function end({ pointerId }: PointerEvent): void {
      if (drag?.pointerId === pointerId) drag = undefined;
    }

    /** The page is scrolled instead. */
    function cancel(event: PointerEvent): void {
      if (drag?.pointerId === event.pointerId && drag.hasMoved) node.setValue(drag.before || null);
      end(event);
    }

    function press(event: KeyboardEvent): void {
      const isRightToLeft = getComputedStyle(track.value!).direction === 'rtl';
      const index = steps.indexOf(answer.value);
      const keys: Readonly<Record<string, number>> = {
        ArrowUp: index + 1,
        ArrowDown: index - 1,
        ArrowRight: index + (isRightToLeft ? -1 : 1),
        ArrowLeft: index - (isRightToLeft ? -1 : 1),
        PageUp: index + LARGE_STEPS,
        PageDown: index - LARGE_STEPS,
        Home: 0,
        End: steps.count,
      };
      const next = keys[event.key];
      if (next === undefined) return;
      event.preventDefault();
      choose(next);
    }

    return () => {
      const { readonly } = node.currentState;
      const isEmpty = answer.value === '';
      const part = Math.min(Math.max(steps.indexOf(answer.value) / (steps.count || 1), 0), 1);
      const length = `${part * 100}%`;
      return h(
        'div',
        { class: ['range-input', isVertical ? 'vertical' : 'horizontal', { empty: isEmpty }] },
        [
          h('span', { class: 'range-min' }, shown(steps.valueAt(0))),
          h(
            'div',
            {
              ref: track,
              class: 'range-track',
              onPointerdown: begin,
              onPointermove: follow,
              onPointerup: end,
              onPointercancel: cancel,
              onClick: chooseAt,
            },
            [
              h('span', {
                class: 'range-chosen',
                style: isVertical ? { height: length } : { width: length },
              }),
              h('span', {
                ref: handle,
                id: node.nodeId,
                class: 'range-handle',
                style: isVertical ? { bottom: length } : { insetInlineStart: length },
                role: 'slider',
                tabindex: readonly ? -1 : 0,
                'aria-disabled': readonly ? 'true' : undefined,
                'aria-orientation': isVertical ? 'vertical' : 'horizontal',
                'aria-valuemin': steps.valueAt(0),
                'aria-valuemax': steps.last,
                'aria-valuenow': isEmpty ? steps.valueAt(0) : answer.value,
                'aria-valuetext': isEmpty ? texts.noAnswer : shown(answer.value),
                onKeydown: press,
              }),
            ],
          ),
          h('span', { class: 'range-max' }, shown(steps.last)),
          h('p', { class: 'range-answer' }, [
            h('output', { for: node.nodeId }, isEmpty ? texts.noAnswer : shown(answer.value)),
            !isEmpty &&
              !readonly &&
              h('button', { type: 'button', onClick: () => node.setValue(null) }, texts.clear),
          ]),
        ],
      );
    };
  },
});
