type Child = Node | string | undefined;
type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/** An element with attributes and children. Texts stay texts: nothing is read as markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'string') made.setAttribute(name, value);
    else if (value === true) made.setAttribute(name, '');
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

export function button(label: string, onClick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = element('button', { type: 'button', class: 'quiet', ...attributes }, label);
  made.addEventListener('click', onClick);
  return made;
}

/** A small button with a sign, whose name only screen readers and pointers show. */
export function signButton(sign: string, name: string, onClick: () => void): HTMLButtonElement {
  return button(sign, onClick, { class: 'quiet sign', 'aria-label': name, title: name });
}

/** Writes only what differs, so that the browser has nothing to do otherwise. */
export function setContent(node: HTMLElement, content: string): void {
  if (node.textContent !== content) node.textContent = content;
}

export function setAttribute(node: Element, name: string, value: string | undefined): void {
  if (value === undefined) node.removeAttribute(name);
  else if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

/** Makes the nodes the children, in order. Those that are there stay where they are, as far as that goes. */
export function setChildren(parent: HTMLElement, nodes: readonly HTMLElement[]): void {
  const wanted = new Set<Node>(nodes);
  for (const child of [...parent.childNodes]) if (!wanted.has(child)) child.remove();
  nodes.forEach((node, at) => {
    if (parent.childNodes[at] !== node) parent.insertBefore(node, parent.childNodes[at] ?? null);
  });
}

/** Asks in a dialog. @returns the value of the chosen button; undefined if it was closed */
export async function ask(
  title: string,
  content: readonly Node[],
  choices: readonly { readonly value: string; readonly label: string; readonly style?: string }[],
): Promise<string | undefined> {
  const heading = element('h2', { id: 'dialog-title' }, title);
  const dialog = element('dialog', { class: 'sheet editor-dialog', 'aria-labelledby': 'dialog-title' });
  const buttons = choices.map(({ value, label, style = 'quiet' }) =>
    button(label, () => dialog.close(value), { class: style }),
  );
  dialog.append(heading, ...content, element('div', { class: 'buttons' }, ...buttons));
  await closed(dialog);
  return dialog.returnValue === '' ? undefined : dialog.returnValue;
}

export interface TextQuestion {
  readonly label: string;
  readonly hint: string;
  readonly value?: string;
  readonly confirm: string;
  readonly cancel: string;
  /** Why a text can't be taken; undefined if it can. */
  readonly problemOf: (value: string) => string | undefined;
}

/** Asks for a line of text in a dialog. @returns undefined if it was closed */
export async function askForText(
  title: string,
  { label, hint, value = '', confirm, cancel, problemOf }: TextQuestion,
): Promise<string | undefined> {
  const dialog = element('dialog', { class: 'sheet editor-dialog', 'aria-labelledby': 'dialog-title' });
  const wrong = element('p', { class: 'wrong', id: 'asked-problem', role: 'alert' });
  const input = element('input', {
    id: 'asked-text',
    autocomplete: 'off',
    dir: 'auto',
    'aria-describedby': 'asked-hint asked-problem',
  });
  input.value = value;
  const form = element(
    'form',
    {},
    element('label', { for: 'asked-text' }, label),
    input,
    element('p', { class: 'hint', id: 'asked-hint' }, hint),
    wrong,
    element(
      'div',
      { class: 'buttons' },
      element('button', {}, confirm),
      button(cancel, () => dialog.close()),
    ),
  );
  let answer: string | undefined;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const problem = problemOf(input.value);
    setContent(wrong, problem ?? '');
    setAttribute(input, 'aria-invalid', problem === undefined ? undefined : 'true');
    if (problem !== undefined) return input.focus();
    answer = input.value.trim();
    dialog.close();
  });
  dialog.append(element('h2', { id: 'dialog-title' }, title), form);
  await closed(dialog);
  return answer;
}

/** Shows a dialog, until it is closed. */
async function closed(dialog: HTMLDialogElement): Promise<void> {
  document.body.append(dialog);
  dialog.showModal();
  await new Promise((done) => dialog.addEventListener('close', done, { once: true }));
  dialog.remove();
}
