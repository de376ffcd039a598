import {
  childrenOf,
  hasHiddenLabel,
  isQuestion,
  isRepeat,
  type LayoutNode,
  REPEAT_WITH_BUTTON,
  widthOf,
} from './form-pages';

/** Element of a question, group, repeat instance or button that adds to a repeat. */
export interface DrawnElement {
  readonly element: HTMLElement;
  /** Ids of the questions in it, or of the repeat of a button. */
  readonly ids: readonly string[];
  readonly isLeaf: boolean;
}

/** Units of a row of the grid, if its group says nothing else. */
const DEFAULT_UNITS = 4;

/**
 * Elements that the engine drew for the nodes of a form, found by their order: only questions have ids in the page. Writes
 * widths and hidden labels for the style `theme-grid`.
 */
export function drawnElements(root: LayoutNode, list: HTMLElement, isGrid: boolean): readonly DrawnElement[] {
  const found: DrawnElement[] = [];
  walk(childrenOf(root), list, DEFAULT_UNITS);
  return found;

  function walk(nodes: readonly LayoutNode[], parent: HTMLElement, units: number): readonly string[] {
    const elements = [...parent.children].values() as IterableIterator<HTMLElement>;
    const ids: string[] = [];
    if (isGrid && !parent.classList.contains('table-layout')) {
      parent.toggleAttribute('data-grid', true);
      parent.style.setProperty('--units', String(units));
    }
    const add = (inner: (element: HTMLElement) => readonly string[], isLeaf = false): void => {
      const { value: element } = elements.next() as IteratorResult<HTMLElement, undefined>;
      if (element === undefined) return;
      const own = inner(element);
      found.push({ element, ids: own, isLeaf });
      ids.push(...own);
    };
    for (const node of nodes) {
      const { relevant, hasRelevantBodyNodes } = node.currentState;
      if (!relevant) continue;
      if (isQuestion(node))
        add((element) => {
          if (isGrid) element.style.setProperty('--width', String(Math.min(widthOf(node) ?? units, units)));
          element.toggleAttribute('data-label-hidden', isGrid && hasHiddenLabel(node));
          return [node.nodeId];
        }, true);
      else if (node.nodeType === 'group') {
        if (hasRelevantBodyNodes === true)
          add((element) => walk(childrenOf(node), listIn(element), widthOf(node) ?? DEFAULT_UNITS));
      } else if (isRepeat(node)) {
        for (const instance of hasRelevantBodyNodes === true ? childrenOf(node) : [])
          if (instance.currentState.hasRelevantBodyNodes === true)
            add((element) => walkInstance(instance, element, widthOf(node)));
        if (node.nodeType === REPEAT_WITH_BUTTON) add(() => [node.nodeId]);
      }
    }
    return ids;
  }

  /** The engine draws an only group of a repeat as the repeat. */
  function walkInstance(
    instance: LayoutNode,
    element: HTMLElement,
    units = DEFAULT_UNITS,
  ): readonly string[] {
    const children = childrenOf(instance);
    const [only] = children;
    const content = contentOf(element) ?? element;
    return children.length === 1 && only?.nodeType === 'group'
      ? walk(childrenOf(only), content, widthOf(only) ?? units)
      : walk(children, content, units);
  }
}

function contentOf(panel: HTMLElement): HTMLElement | null {
  return panel.querySelector<HTMLElement>(
    ':scope > .p-panel-content-container > .p-panel-content > .content-wrapper, :scope > .p-panel-content-container .content-wrapper',
  );
}

/** A group without a label has no panel. */
function listIn(element: HTMLElement): HTMLElement {
  if (!element.classList.contains('p-panel')) return element;
  return (contentOf(element)?.firstElementChild as HTMLElement | null) ?? element;
}
