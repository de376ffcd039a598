/**
 * Edits an answer in place: shows the form that the page of the answer has, sends it, and replaces the cell. The service
 * checks right, answer and newer edits as for that page.
 */
import { text } from '../texts';
import { focusCell, headOf, rowOf } from './cells';
import { view } from './filters';

const FORM = 'form.answer-form';

/** Path of the form; undefined where answers can't be edited. */
function pathOf(cell: HTMLTableCellElement): string | undefined {
  const question = headOf(cell)?.dataset['question'];
  const link = rowOf(cell).querySelector<HTMLAnchorElement>('th > a');
  if (question === undefined || link === null) return undefined;
  const back = location.pathname + location.search;
  return `${new URL(link.href).pathname}answer/?${new URLSearchParams({ question, back }).toString()}`;
}

export const canEdit = (cell: HTMLTableCellElement): boolean => pathOf(cell) !== undefined;

const parsed = (text: string): Document => new DOMParser().parseFromString(text, 'text/html');

const status = document.createElement('p');
status.className = 'visually-hidden';
status.setAttribute('role', 'status');
document.body.append(status);

export async function editCell(cell: HTMLTableCellElement): Promise<void> {
  const path = pathOf(cell);
  if (path === undefined || document.querySelector('dialog.editor') !== null) return;
  cell.classList.add('edited');
  try {
    const form = parsed(await (await fetch(path)).text()).querySelector<HTMLFormElement>(FORM);
    // Of an ended session, or a submission that was deleted: the page says which.
    if (form === null) return location.assign(path);
    new CellEditor(cell, path).open(form);
  } catch {
    location.assign(path);
  } finally {
    cell.classList.remove('edited');
  }
}

class CellEditor {
  private readonly dialog = document.createElement('dialog');

  constructor(
    private readonly cell: HTMLTableCellElement,
    private readonly path: string,
  ) {
    this.dialog.className = 'editor sheet';
    this.dialog.addEventListener('close', () => {
      this.dialog.remove();
      focusCell(this.cell);
    });
    this.dialog.addEventListener('click', (event) => this.onClick(event));
    this.dialog.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.send(event.target as HTMLFormElement);
    });
    this.dialog.addEventListener('keydown', (event) => {
      const isLine = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLSelectElement;
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing || !isLine) return;
      event.preventDefault();
      (event.target as HTMLTextAreaElement).form?.requestSubmit();
    });
  }

  open(form: HTMLFormElement): void {
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.show(form);
    const { left, top } = this.cell.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height, style } = this.dialog;
    style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
    style.top = `${Math.max(8, Math.min(top, innerHeight - height - 8))}px`;
  }

  private show(form: HTMLFormElement): void {
    this.dialog.replaceChildren(document.adoptNode(form));
    const field = form.querySelector<HTMLElement>('[name=answer]');
    this.dialog.setAttribute('aria-label', form.querySelector('label, legend')?.textContent ?? '');
    field?.focus();
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select();
  }

  private onClick(event: MouseEvent): void {
    const { target } = event;
    const isCancel = target instanceof Element && target.closest('[data-cancel]') !== null;
    if (isCancel) event.preventDefault();
    if (isCancel || target === this.dialog) this.dialog.close();
  }

  private async send(form: HTMLFormElement): Promise<void> {
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') fields.append(name, value);
    fields.set('view', view === null ? '' : location.search.slice(1));
    const button = form.querySelector('button');
    if (button !== null) button.disabled = true;
    try {
      const response = await fetch(form.getAttribute('action')!, { method: 'POST', body: fields });
      const page = parsed(await response.text());
      const refused = page.querySelector<HTMLFormElement>(FORM);
      if (refused !== null) return this.show(refused);
      const cell = page.querySelector('tr')?.cells[this.cell.cellIndex];
      if (!response.ok) return location.assign(this.path);
      // The answer moved the row out of what the visitor sees or may change.
      if (cell === undefined) return location.reload();
      this.replace(document.adoptNode(cell));
    } catch {
      this.say(form, text('Not saved: there is no connection to the service. Try again.'));
      if (button !== null) button.disabled = false;
    }
  }

  private say(form: HTMLFormElement, message: string): void {
    form.querySelector('[role=alert]')?.remove();
    const alarm = document.createElement('p');
    alarm.className = 'alarm';
    alarm.setAttribute('role', 'alert');
    alarm.textContent = message;
    form.prepend(alarm);
  }

  private replace(cell: HTMLTableCellElement): void {
    this.cell.replaceChildren(...cell.childNodes);
    this.cell.classList.remove('saved');
    requestAnimationFrame(() => this.cell.classList.add('saved'));
    this.cell.removeAttribute('title');
    status.textContent = text('Saved.');
    this.dialog.close();
  }
}
