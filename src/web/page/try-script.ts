/** Sends what a page of the API offers to try, in the reader's name, and shows the answer in the place of the page. */
export const TRY_SCRIPT = `
function offerToTry() {
  for (const form of document.querySelectorAll('form[data-try]')) {
    form.hidden = false;
    form.parentElement.querySelector('[data-without-script]').hidden = true;
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const { method, sent, csrfmiddlewaretoken } = form.elements;
      const headers = { Accept: 'text/html', 'X-CSRFToken': csrfmiddlewaretoken.value };
      const body = sent.value.trim() === '' ? undefined : sent.value;
      if (body !== undefined) headers['Content-Type'] = 'application/json';
      const answer = await fetch(location.href, { method: method.value, headers, body });
      const text = await answer.text();
      if ((answer.headers.get('Content-Type') ?? '').startsWith('text/html')) {
        const page = new DOMParser().parseFromString(text, 'text/html');
        document.querySelector('main').replaceWith(page.querySelector('main'));
        scrollTo(0, 0);
        offerToTry();
        return;
      }
      const said = form.querySelector('[data-answer]');
      said.hidden = false;
      said.textContent = 'HTTP ' + answer.status + ' ' + answer.statusText + (text === '' ? '' : '\\n' + text);
    });
  }
}
offerToTry();
`;
