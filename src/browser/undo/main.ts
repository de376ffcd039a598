/** Deletes ten seconds after the notice is shown, or when it is left, unless it is undone. */
const DELAY_MS = 10_000;

const form = document.querySelector<HTMLFormElement>('form#removal');
const undo = document.querySelector<HTMLAnchorElement>('a#undo');
const countdown = document.querySelector<HTMLElement>('#countdown');

if (form !== null && undo !== null && countdown !== null) start(form, undo, countdown);

function start(removal: HTMLFormElement, undoLink: HTMLAnchorElement, shown: HTMLElement): void {
  const progress = shown.querySelector('progress');
  const started = Date.now();
  let isDecided = false;
  const timer = setInterval(() => {
    const passed = Date.now() - started;
    if (progress !== null) progress.value = passed / 1000;
    if (passed >= DELAY_MS) removal.requestSubmit();
  }, 200);
  const decide = (): void => {
    isDecided = true;
    clearInterval(timer);
  };
  removal.addEventListener('submit', decide);
  undoLink.addEventListener('click', decide);
  undoLink.textContent = 'Undo';
  shown.hidden = false;
  undoLink.focus();
  addEventListener('pagehide', () => {
    if (isDecided) return;
    decide();
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(removal))
      if (typeof value === 'string') fields.append(name, value);
    navigator.sendBeacon(removal.action, fields);
  });
  // A page from the cache of the browser must not delete again.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.replace(undoLink.href);
  });
}
