import { getCurrentInstance, nextTick, onUnmounted, watch } from 'vue';
import { unreadAnswers } from './answer-inputs';

/**
 * Called by the package for the panel beside a map, where the coordinates of a point are typed: those that it calls invalid
 * are not taken over, and the place before would be sent in their stead.
 */
export function watchPlaceInputs(isInvalid: () => boolean): void {
  const panel = getCurrentInstance()!;
  let id = '';

  const question = (): Element | null =>
    (panel.vnode.el as Node | null)?.parentElement?.closest('.question-container') ?? null;

  /** Opens the panel if it was closed meanwhile: it keeps what was typed. */
  function find(): HTMLElement | null {
    const input = question()?.querySelector<HTMLElement>('.advanced-panel .field-error input');
    if (input != null) return input;
    const opening = question()?.querySelector<HTMLElement>('.advanced-button') ?? null;
    opening?.click();
    void nextTick(() =>
      question()?.querySelector<HTMLElement>('.advanced-panel .field-error input')?.focus(),
    );
    return opening;
  }

  watch(
    isInvalid,
    (isWrong) => {
      id ||= question()?.id.replace(/_container$/, '') ?? '';
      if (isWrong) unreadAnswers.set(id, find);
      else unreadAnswers.delete(id);
    },
    { flush: 'sync' },
  );
  watch(isInvalid, () => markPlaceInputs(question()), { flush: 'post' });
  onUnmounted(() => unreadAnswers.delete(id));
}

/** Marks the inputs of a question that are called invalid for screen readers too. */
export function markPlaceInputs(question: Element | null): void {
  for (const input of question?.querySelectorAll('.advanced-panel input') ?? []) {
    const isWrong = input.closest('.field-error') !== null;
    input.toggleAttribute('data-unread', isWrong);
    if (isWrong) input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
  }
}

/** Called by the package. Changes a corner of a shape, whose first point is repeated at its end. */
export function moveCorner(points: number[][], index: number, place: number[]): void {
  const last = points.length - 1;
  const isClosed = points[0]!.every((each, at) => each === points[last]![at]);
  points[index] = place;
  if (isClosed && (index === 0 || index === last)) points[last - index] = [...place];
}
