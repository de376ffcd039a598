import type { Editor, EditorState } from './editor';
import { element, setAttribute, setContent } from './elements';
import { type FormContent, indexOfKey, isBegin, labelOf, type OutlineEntry, outlineOf } from './form-content';
import { blocksOf, moveBlocks } from './block-edits';
import { wordOf } from './question-kinds';
import { text } from '../texts';

const MAX_DEPTH = 6;

interface Item {
  readonly node: HTMLLIElement;
  readonly label: HTMLElement;
  readonly kind: HTMLElement;
  readonly problem: HTMLElement;
  /** State that it shows; items that show the same are not touched. */
  shown:
    | { entry: OutlineEntry; isSelected: boolean; isMarked: boolean; language: number; problems: number }
    | undefined;
}

export interface StructureActions {
  readonly move: (step: -1 | 1) => void;
  /** Called after rows were dragged. */
  readonly moved: (before: FormContent, after: FormContent) => void;
  readonly remove: () => void;
  /** Shows the question; `takesFocus` for Enter. */
  readonly open: (takesFocus: boolean) => void;
  /** Rows for a spreadsheet. */
  readonly copied: () => string;
  readonly paste: (rows: string) => void;
}

/** Groups and questions as a tree. Writes only the items that changed: forms have a thousand. */
export class StructureView {
  readonly node = element('ul', {
    role: 'tree',
    class: 'structure',
    'aria-label': text('structure'),
    'aria-multiselectable': 'true',
  });
  private readonly items = new Map<string, Item>();
  private order: string[] = [];
  private dragged: string | undefined;

  constructor(
    private readonly editor: Editor,
    private readonly actions: StructureActions,
  ) {
    this.node.addEventListener('click', (event) => this.onClick(event));
    this.node.addEventListener('keydown', (event) => this.onKey(event));
    this.node.addEventListener('dragstart', (event) => {
      this.dragged = keyOf(event.target);
      event.dataTransfer?.setData('text/plain', this.dragged ?? '');
    });
    this.node.addEventListener('dragover', (event) => this.onDragOver(event));
    this.node.addEventListener('drop', (event) => this.onDrop(event));
    this.node.addEventListener('dragend', () => this.endDrag());
    // Of the document: Firefox sends these events to its body, not to the row that has the focus.
    for (const kind of ['copy', 'cut', 'paste'] as const)
      document.addEventListener(kind, (event) => this.onClipboard(event, kind));
  }

  show(state: EditorState): void {
    const hadFocus = this.node.contains(document.activeElement);
    const entries = outlineOf(state.content.survey);
    for (const entry of entries) this.showItem(entry, state);
    this.arrange(entries.map(({ row }) => row.$kuid));
    if (hadFocus) this.focus();
  }

  /** Puts the focus on the chosen row. */
  focus(): void {
    const item = this.items.get(this.editor.state.selected ?? '')?.node;
    if (item !== undefined && document.activeElement !== item) item.focus();
  }

  private showItem(entry: OutlineEntry, { selected, marked, language, problems }: EditorState): void {
    const { row, depth } = entry;
    const item = this.items.get(row.$kuid) ?? this.makeItem(row.$kuid);
    const isSelected = selected === row.$kuid;
    const isMarked = marked.has(row.$kuid);
    const count = problems.byKey.get(row.$kuid)?.length ?? 0;
    const { shown } = item;
    const isSame =
      shown !== undefined &&
      shown.entry.row === row &&
      shown.entry.depth === depth &&
      shown.isSelected === isSelected &&
      shown.isMarked === isMarked &&
      shown.language === language &&
      shown.problems === count;
    if (isSame) return;
    item.shown = { entry, isSelected, isMarked, language, problems: count };
    setAttribute(
      item.node,
      'class',
      `depth-${Math.min(depth, MAX_DEPTH)}${isBegin(row.type) ? ' group' : ''}`,
    );
    setAttribute(item.node, 'aria-level', String(depth + 1));
    setAttribute(item.node, 'aria-selected', String(isMarked));
    setAttribute(item.node, 'tabindex', isSelected ? '0' : '-1');
    const label = labelOf(row, language);
    setContent(item.label, label === '' ? text('noLabel') : label);
    setContent(item.kind, wordOf(row.type));
    setContent(item.problem, count === 0 ? '' : text('problemMark', { count }));
  }

  private makeItem(key: string): Item {
    const label = element('span', { class: 'row-label', dir: 'auto' });
    const kind = element('span', { class: 'row-kind' });
    const problem = element('span', { class: 'row-problem' });
    const node = element(
      'li',
      { role: 'treeitem', draggable: 'true', 'data-key': key },
      label,
      kind,
      problem,
    );
    const item: Item = { node, label, kind, problem, shown: undefined };
    this.items.set(key, item);
    return item;
  }

  /** Puts items in order. One that was moved is taken out of its old place, so that no other moves. */
  private arrange(keys: readonly string[]): void {
    if (keys.length === this.order.length && keys.every((key, at) => key === this.order[at])) return;
    const present = new Set(keys);
    for (const [key, { node }] of this.items) {
      if (present.has(key)) continue;
      node.remove();
      this.items.delete(key);
    }
    let next = this.node.firstChild;
    for (const key of keys) {
      const { node } = this.items.get(key)!;
      if (next !== null && next !== node && next.nextSibling === node) {
        (next as HTMLElement).remove();
        next = node;
      }
      if (next === node) next = node.nextSibling;
      else this.node.insertBefore(node, next);
    }
    this.order = [...keys];
  }

  private onClick({ target, shiftKey, ctrlKey, metaKey }: MouseEvent): void {
    const key = keyOf(target);
    if (key === undefined) return;
    if (shiftKey) this.editor.extend(key);
    else if (ctrlKey || metaKey) this.editor.toggle(key);
    else this.editor.select(key);
    this.focus();
    if (!shiftKey && !ctrlKey && !metaKey) this.actions.open(false);
  }

  private onKey(event: KeyboardEvent): void {
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key !== 'a') return;
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    if (isCommand) this.editor.selectAll();
    else if (step !== undefined && event.altKey) this.actions.move(step);
    else if (event.altKey) return;
    else if (step !== undefined) this.chooseAt((at) => at + step, event.shiftKey);
    else if (event.key === 'Home') this.chooseAt(() => 0, event.shiftKey);
    else if (event.key === 'End') this.chooseAt((_, last) => last, event.shiftKey);
    else if (event.key === 'Escape') this.editor.select(this.editor.state.selected);
    else if (event.key === 'Delete') this.actions.remove();
    else if (event.key === 'Enter') this.actions.open(true);
    else return;
    event.preventDefault();
  }

  private chooseAt(place: (at: number, last: number) => number, isRange: boolean): void {
    const at = this.order.indexOf(this.editor.state.selected ?? '');
    const key = this.order[place(at, this.order.length - 1)];
    if (key === undefined) return;
    if (isRange) this.editor.extend(key);
    else this.editor.select(key);
    this.focus();
  }

  private onClipboard(event: ClipboardEvent, kind: 'copy' | 'cut' | 'paste'): void {
    if (!this.node.contains(document.activeElement)) return;
    event.preventDefault();
    if (kind === 'paste') return this.actions.paste(event.clipboardData?.getData('text/plain') ?? '');
    event.clipboardData?.setData('text/plain', this.actions.copied());
    if (kind === 'cut') this.actions.remove();
  }

  private onDragOver(event: DragEvent): void {
    const target = itemOf(event.target);
    if (this.dragged === undefined || target === undefined) return;
    event.preventDefault();
    this.clearMarks();
    target.classList.add(isUpperHalf(event, target) ? 'drop-before' : 'drop-behind');
  }

  private onDrop(event: DragEvent): void {
    const target = itemOf(event.target);
    const { content, marked } = this.editor.state;
    const { dragged } = this;
    const to = indexOfKey(content, keyOf(event.target));
    this.endDrag();
    if (dragged === undefined || target === undefined || to < 0) return;
    event.preventDefault();
    // A row that is not among the chosen ones is moved alone.
    const keys = marked.has(dragged) ? marked : new Set([dragged]);
    if (blocksOf(content, keys).some(({ start, end }) => to >= start && to <= end)) return;
    const moved = moveBlocks(content, keys, isUpperHalf(event, target) ? to : to + 1);
    if (moved === content) return;
    this.editor.editAndMark(moved, [...keys]);
    this.actions.moved(content, moved);
  }

  private endDrag(): void {
    this.dragged = undefined;
    this.clearMarks();
  }

  private clearMarks(): void {
    for (const node of this.node.querySelectorAll('.drop-before, .drop-behind'))
      node.classList.remove('drop-before', 'drop-behind');
  }
}

function itemOf(target: EventTarget | null): HTMLElement | undefined {
  return target instanceof Element
    ? (target.closest<HTMLElement>('[role=treeitem]') ?? undefined)
    : undefined;
}

function keyOf(target: EventTarget | null): string | undefined {
  return itemOf(target)?.dataset['key'];
}

function isUpperHalf({ clientY }: MouseEvent, node: Element): boolean {
  const { top, height } = node.getBoundingClientRect();
  return clientY < top + height / 2;
}
