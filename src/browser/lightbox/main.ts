import { text } from '../texts';

/** Shows the pictures of the page in a dialog, one after the other. Without scripts their links open the files. */
const PHOTOS = 'a[data-photo]';

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: Node[]
): HTMLElementTagNameMap[Name] {
  const created = Object.assign(document.createElement(name), properties);
  created.append(...children);
  return created;
}

class Lightbox {
  private readonly image = element('img', { alt: '' });
  private readonly caption = element('p', { id: 'photo-caption' });
  private readonly place = element('span', { className: 'place' });
  private readonly download = element('a', {
    className: 'button',
    textContent: text('Download'),
    download: '',
  });
  private readonly previous = this.button(text('Previous picture'), '‹', () => this.move(-1));
  private readonly next = this.button(text('Next picture'), '›', () => this.move(1));
  private readonly dialog = element(
    'dialog',
    { className: 'lightbox' },
    element(
      'div',
      { className: 'bar' },
      this.caption,
      this.place,
      this.download,
      this.button(text('Close'), '×', () => this.dialog.close()),
    ),
    element('div', { className: 'stage' }, this.previous, this.image, this.next),
  );
  private links: HTMLAnchorElement[] = [];
  private at = 0;

  constructor() {
    this.dialog.setAttribute('aria-labelledby', this.caption.id);
    this.place.setAttribute('aria-live', 'polite');
    this.dialog.addEventListener('keydown', (event) => this.onKey(event));
    this.dialog.addEventListener('click', ({ target }) => {
      if (target instanceof Element && target.matches('.stage')) this.dialog.close();
    });
    this.dialog.addEventListener('close', () => this.links[this.at]?.focus());
    document.body.append(this.dialog);
  }

  open(link: HTMLAnchorElement): void {
    this.links = [...document.querySelectorAll<HTMLAnchorElement>(PHOTOS)];
    this.at = this.links.indexOf(link);
    this.dialog.showModal();
    this.show();
  }

  private button(label: string, sign: string, act: () => void): HTMLButtonElement {
    const button = element('button', { type: 'button', textContent: sign, title: label });
    button.setAttribute('aria-label', label);
    button.addEventListener('click', act);
    return button;
  }

  private onKey(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    this.move(step);
  }

  private move(step: number): void {
    const at = this.at + step;
    if (this.links[at] === undefined) return;
    this.at = at;
    this.show();
  }

  private show(): void {
    const link = this.links[this.at]!;
    const caption = link.dataset['photo'] ?? '';
    this.image.src = `${link.href}large/`;
    this.image.alt = caption;
    this.caption.textContent = caption;
    this.place.textContent = text('{number} of {count}', { number: this.at + 1, count: this.links.length });
    this.download.href = link.href;
    this.previous.disabled = this.at === 0;
    this.next.disabled = this.at === this.links.length - 1;
    const following = this.links[this.at + 1];
    if (following !== undefined) new Image().src = `${following.href}large/`;
  }
}

let lightbox: Lightbox | undefined;

document.addEventListener('click', (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(PHOTOS) : undefined;
  if (!link) return;
  event.preventDefault();
  lightbox ??= new Lightbox();
  lightbox.open(link);
});
