import { postButton } from './components';
import { html, type Html, type HtmlValue } from './html';
import type { Visitor } from './visitor';

/** A change that can't be undone: the first click shows its consequences and a second button. Works without scripts. */
export function confirmButton(
  visitor: Visitor,
  action: string,
  {
    label,
    subject = '',
    consequence,
  }: {
    /** Such as "Revoke". */
    readonly label: string;
    /** Name of what is changed; screen readers hear it in the first button too. */
    readonly subject?: string;
    readonly consequence: HtmlValue;
  },
): Html {
  return html`<details class="confirm">
    <summary>
      ${label}${subject !== '' && html`<span class="visually-hidden"> <bdi>${subject}</bdi></span>`} …
    </summary>
    <p>${consequence}</p>
    ${postButton(visitor, action, {
      label: html`${label}${subject !== '' && html` <bdi>${subject}</bdi>`}`,
      style: 'danger',
    })}
  </details>`;
}
