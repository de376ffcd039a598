/** Texts of pages that bring none. */
const ENGLISH = {
  connectionFailed: 'The connection failed. Try again.',
  uploadFailed: 'The upload failed ({status}). Try again.',
};

/** Adds dropping of files and progress to a form with a file; without scripts the form works as it is. */
function bindUpload(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>('input[type=file]')!;
  const drop = form.querySelector<HTMLElement>('[data-drop]')!;
  drop.querySelector<HTMLElement>('[data-drop-hint]')!.hidden = false;
  for (const name of ['dragenter', 'dragover'] as const) {
    drop.addEventListener(name, (event) => {
      event.preventDefault();
      drop.classList.add('over');
    });
  }
  drop.addEventListener('dragleave', () => drop.classList.remove('over'));
  drop.addEventListener('drop', (event) => {
    event.preventDefault();
    drop.classList.remove('over');
    const files = event.dataTransfer?.files;
    if (files === undefined || files.length === 0) return;
    input.files = files;
    form.requestSubmit();
  });
  form.addEventListener('submit', (event) => {
    if (input.files?.length !== 1) return;
    event.preventDefault();
    send(form);
  });
}

function send(form: HTMLFormElement): void {
  const button = form.querySelector('button')!;
  const progress = form.querySelector<HTMLElement>('[data-progress]')!;
  const error = form.querySelector<HTMLElement>('[data-upload-error]')!;
  const bar = progress.querySelector('progress')!;
  const request = new XMLHttpRequest();
  const fail = (message: string): void => {
    error.textContent = message;
    error.hidden = false;
    progress.hidden = true;
    button.disabled = false;
  };
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    bar.value = total > 0 ? (loaded / total) * 100 : 0;
  });
  request.addEventListener('load', () => {
    // The redirect after a successful upload was followed: its page is the next one.
    if (request.status < 300 && request.responseURL !== form.action) location.assign(request.responseURL);
    else fail(messageOf(request));
  });
  request.addEventListener('error', () => fail(textOf('connectionFailed')));
  request.open('POST', form.action);
  request.setRequestHeader('Accept', 'text/html');
  request.send(new FormData(form));
  error.hidden = true;
  progress.hidden = false;
  button.disabled = true;
}

/** In the language of the page. */
function textOf(name: keyof typeof ENGLISH): string {
  const texts = JSON.parse(document.getElementById('texts')!.textContent) as Partial<typeof ENGLISH>;
  return texts[name] ?? ENGLISH[name];
}

function messageOf(request: XMLHttpRequest): string {
  const page = new DOMParser().parseFromString(request.responseText, 'text/html');
  const text = page.querySelector('[role=alert]:not([hidden]), .wrong:not([hidden]), main p')?.textContent;
  return text?.trim() || textOf('uploadFailed').replace('{status}', String(request.status));
}

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
