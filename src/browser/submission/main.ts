/** Page of a submission: pictures in a lightbox, and the keys j and k for the next and the previous submission. */
import '../lightbox/main';

/** Whether a key is typed into a field, or belongs to a dialog or a player. */
function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element &&
    target.closest('input, select, textarea, dialog, audio, video, [contenteditable]') !== null
  );
}

const LINKS: Readonly<Record<string, string>> = { j: 'a[rel=next]', k: 'a[rel=prev]' };

document.addEventListener('keydown', (event) => {
  const selector = LINKS[event.key];
  if (selector === undefined || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
  document.querySelector<HTMLAnchorElement>(`.neighbours ${selector}`)?.click();
});
