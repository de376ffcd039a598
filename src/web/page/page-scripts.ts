/**
 * Client script: reveals the copy buttons, which need JavaScript, and copies the text that they name; scrolls the current
 * tab into view on phones.
 */
export const COPY_SCRIPT = `
for (const tab of document.querySelectorAll('.tabs [aria-current]')) {
  const tabs = tab.closest('.tabs');
  tabs.scrollLeft = tab.offsetLeft - tabs.offsetLeft - (tabs.clientWidth - tab.offsetWidth) / 2;
}
for (const button of document.querySelectorAll('button[data-copy]')) {
  const label = button.textContent;
  const status = document.getElementById(button.dataset.status);
  button.hidden = false;
  button.addEventListener('click', async () => {
    const source = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(source.textContent.trim());
      button.textContent = 'Copied';
      if (status) status.textContent = 'Copied to the clipboard.';
    } catch {
      getSelection().selectAllChildren(source);
      if (status) status.textContent = 'Text selected. Press Ctrl+C or Command+C to copy.';
    }
    setTimeout(() => { button.textContent = label; }, 2500);
  });
}
`;

/** Client script: sends the "Try it" form of a resource page as the visitor and shows the response. */
export const TRY_SCRIPT = `
function bindTryForms() {
  for (const form of document.querySelectorAll('form[data-try]')) {
    form.hidden = false;
    form.parentElement.querySelector('[data-without-script]').hidden = true;
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const { method, sent, csrfmiddlewaretoken } = form.elements;
      const headers = { Accept: 'text/html', 'X-CSRFToken': csrfmiddlewaretoken.value };
      const body = sent.value.trim() === '' ? undefined : sent.value;
      if (body !== undefined) headers['Content-Type'] = 'application/json';
      const response = await fetch(location.href, { method: method.value, headers, body });
      const text = await response.text();
      if ((response.headers.get('Content-Type') ?? '').startsWith('text/html')) {
        const page = new DOMParser().parseFromString(text, 'text/html');
        document.querySelector('main').replaceWith(page.querySelector('main'));
        scrollTo(0, 0);
        bindTryForms();
        return;
      }
      const output = form.querySelector('[data-answer]');
      output.hidden = false;
      output.textContent = 'HTTP ' + response.status + ' ' + response.statusText + (text === '' ? '' : '\\n' + text);
    });
  }
}
bindTryForms();
`;
