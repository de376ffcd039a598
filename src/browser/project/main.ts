import { bindUpload } from './upload';

const INTERVAL_MS = 1000;

/** Reloads the content of the page until its task is done; then follows the redirect or shows the result. */
async function watchTask(): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
    const response = await fetch(location.href, { headers: { Accept: 'text/html' } }).catch(() => undefined);
    if (response === undefined) continue;
    if (response.redirected) {
      location.replace(response.url);
      return;
    }
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    if (page.querySelector('[data-watch]') === null) {
      location.reload();
      return;
    }
    replaceWatched(page);
  }
}

/** Replaces progress only: focus and open parts of the page stay. */
function replaceWatched(page: Document): void {
  const shown = document.querySelectorAll('[data-watch]');
  page.querySelectorAll('[data-watch]').forEach((part, index) => shown[index]?.replaceWith(part));
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-upload]')) bindUpload(form);
if (document.querySelector('[data-watch]') !== null) void watchTask();
