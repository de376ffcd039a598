import { type Text, t } from '../../language/message';

/** Texts of these scripts, which read them from the page. */
export const pageTexts = (): Readonly<Record<string, Text>> => ({
  copied: t('Copied'),
  copiedStatus: t('Copied to the clipboard.'),
  selected: t('Text selected. Press Ctrl+C or Command+C to copy.'),
  kept: t(
    'Your session had ended, so nothing was saved. What you typed is here again: check it, then send it.',
  ),
});

/** Client script: reads the texts of the scripts. */
export const TEXTS_SCRIPT = `
const texts = JSON.parse(document.getElementById('texts')?.textContent ?? '{}');
`;

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
      button.textContent = texts.copied;
      if (status) status.textContent = texts.copiedStatus;
    } catch {
      getSelection().selectAllChildren(source);
      if (status) status.textContent = texts.selected;
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

/**
 * Client script: keeps what was typed into a form in the storage of the tab while it is sent. If the session had ended, the
 * same person finds it in the form again after signing in (decision 10). Secrets and files are not kept.
 */
export const KEPT_FORM_SCRIPT = `
{
  const KEY = 'kept-form';
  const person = document.documentElement.dataset.person;
  const here = location.pathname;
  const typed = (form) => [...form.elements].filter(({ name, type }) =>
    name === 'state' || (name !== '' && !['hidden', 'password', 'file', 'submit', 'button', 'fieldset'].includes(type)));
  const load = () => { try { return JSON.parse(sessionStorage.getItem(KEY)); } catch { return null; } };
  const save = (kept) => { try { kept === null ? sessionStorage.removeItem(KEY) : sessionStorage.setItem(KEY, JSON.stringify(kept)); } catch {} };
  const read = (field) => field.type === 'checkbox' || field.type === 'radio' ? field.checked
    : field.type === 'select-multiple' ? [...field.selectedOptions].map(({ value }) => value) : field.value;
  const write = (field, value) => {
    if (typeof value === 'boolean') field.checked = value;
    else if (Array.isArray(value)) for (const option of field.options) option.selected = value.includes(option.value);
    else field.value = value;
  };
  const keyOf = (field, at) => at + ' ' + field.name;
  const kept = load();
  if (here.startsWith('/accounts/login/')) {
    const ended = new URLSearchParams(location.search).has('ended');
    const next = document.querySelector('form input[name=next]');
    if (kept !== null && ended && next) {
      const [path] = kept.page.split('?');
      // A form that was refused before is at the address that it is sent to, which cannot be opened.
      const page = path === kept.action && path !== next.value ? next.value : kept.page;
      save({ ...kept, page, ended });
      next.value = page;
    }
  } else if (kept !== null) {
    save(null);
    const form = [...document.forms].find((each) => each.getAttribute('action') === kept.action);
    if (kept.ended && form && kept.person === person && kept.page === here + location.search) {
      typed(form).forEach((field, at) => {
        const value = kept.values[keyOf(field, at)];
        if (value !== undefined) write(field, value);
      });
      for (let each = form.closest('details'); each; each = each.parentElement.closest('details')) each.open = true;
      const note = document.createElement('p');
      note.className = 'caution';
      note.setAttribute('role', 'status');
      note.textContent = texts.kept;
      form.prepend(note);
      note.scrollIntoView({ block: 'center' });
    }
  }
  document.addEventListener('submit', ({ target: form }) => {
    if (person === undefined || form.method !== 'post' || here.startsWith('/accounts/login/')) return;
    const values = Object.fromEntries(typed(form).map((field, at) => [keyOf(field, at), read(field)]));
    save({ person, page: here + location.search, action: form.getAttribute('action'), values });
  });
}
`;

/**
 * Client script: sends a form once if its button is pressed twice, as by a double click, which would store its change twice.
 * The form can be sent again after 10 s, as after a failed connection, and after going back.
 */
export const SEND_ONCE_SCRIPT = `
{
  let sent = new WeakMap();
  document.addEventListener('submit', (event) => {
    const { target: form, submitter, timeStamp } = event;
    if (event.defaultPrevented || form.getAttribute('method') !== 'post') return;
    const former = sent.get(form);
    if (former?.submitter === submitter && timeStamp - former.timeStamp < 10000) event.preventDefault();
    else sent.set(form, { submitter, timeStamp });
  });
  addEventListener('pageshow', ({ persisted }) => { if (persisted) sent = new WeakMap(); });
}
`;

/**
 * Client script: shows times in the time zone of the browser, which it names; without scripts they are in UTC. Keeps the zone
 * in a cookie for the days of charts and filters, and loads a page again that counted other days.
 */
export const TIME_SCRIPT = `
{
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const cookie = 'time_zone=' + encodeURIComponent(timeZone);
  const isKept = () => document.cookie.split('; ').includes(cookie);
  if (timeZone && !isKept()) {
    document.cookie = cookie + '; Path=/; Max-Age=31536000; SameSite=Lax' + (location.protocol === 'https:' ? '; Secure' : '');
    const days = document.querySelector('[data-days-in]');
    if (days !== null && days.dataset.daysIn !== timeZone && isKept()) location.reload();
  }
  const format = new Intl.DateTimeFormat(document.documentElement.dataset.locale, {
    day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', timeZoneName: 'short',
  });
  for (const time of document.querySelectorAll('time[datetime*="T"]')) {
    const date = new Date(time.dateTime);
    if (!Number.isNaN(date.getTime())) time.textContent = format.format(date);
  }
}
`;

/** Client script: offers the choices of the question of a condition as a list; other questions have a text field. */
export const CONDITION_SCRIPT = `
for (const group of document.querySelectorAll('[data-condition]')) {
  const [question, comparison] = group.querySelectorAll('select');
  const offer = () => {
    const field = group.querySelector('[name^=value-]');
    const list = document.querySelector('datalist[data-question="' + CSS.escape(question.value) + '"]');
    const isChoice = list !== null && ['is', 'is-not'].includes(comparison.value);
    const next = document.createElement(isChoice ? 'select' : 'input');
    for (const name of ['id', 'name']) next.setAttribute(name, field.getAttribute(name));
    if (isChoice) {
      next.add(new Option('–', ''));
      for (const { value, label, text } of list.options) next.add(new Option(text || label, value));
    } else next.autocomplete = 'off';
    next.value = field.value;
    if (isChoice && next.selectedIndex === -1) next.value = '';
    field.replaceWith(next);
  };
  question.addEventListener('change', offer);
  comparison.addEventListener('change', offer);
}
`;

/**
 * Client script: says that a long request works, and keeps its form from being sent again meanwhile. Refuses a file that is
 * too large before it is sent.
 */
export const SLOW_FORM_SCRIPT = `
for (const form of document.querySelectorAll('form[data-slow]')) {
  const status = form.querySelector('[data-slow-status]');
  const show = (isBusy) => {
    form.toggleAttribute('aria-busy', isBusy);
    status.textContent = isBusy ? form.dataset.slow : '';
    for (const button of form.querySelectorAll('button')) button.disabled = isBusy;
  };
  form.addEventListener('submit', () => setTimeout(show, 0, true));
  // The page as it was left, after going back.
  addEventListener('pageshow', ({ persisted }) => { if (persisted) show(false); });
  for (const input of form.querySelectorAll('input[data-max-bytes]'))
    input.addEventListener('change', () => {
      const isLarge = [...input.files].some(({ size }) => size > Number(input.dataset.maxBytes));
      input.setCustomValidity(isLarge ? input.dataset.tooLarge : '');
      if (isLarge) input.reportValidity();
    });
}
`;
