import { type Component, defineComponent, h } from 'vue';
import type { UnavailableForm } from '../../domain/web-form/web-form-page';
import { pageLanguage, type Texts } from './texts';

/** Page without a form: says why there is none, and what to do. */
export function unavailableApp({ reason }: UnavailableForm): Component {
  const { code, direction, texts } = pageLanguage(navigator.languages);
  document.documentElement.lang = code;
  document.documentElement.dir = direction;
  document.title = texts.unavailable;
  return defineComponent(
    () => () =>
      h('main', { class: 'page' }, [
        h('div', { class: 'page-card' }, [h('h1', texts.unavailable), h('p', textOf(reason, texts))]),
      ]),
  );
}

function textOf(reason: UnavailableForm['reason'], texts: Texts): string {
  switch (reason) {
    case 'closed':
      return texts.closedForm;
    case 'encrypted-form':
      return texts.encryptedForm;
    case 'encrypted-submission':
      return texts.encryptedSubmission;
  }
}
