import type { Profile } from '../../modules/account/profile.service';
import { badge, doneNotice, timeText } from '../page/components';
import { formErrorMessage, formField } from '../page/form-field';
import type { FormErrors } from '../page/handle-form';
import { html } from '../page/html';
import { accountHead } from '../page/navigation';
import { csrfField, presentHtmlPage } from '../page/page';
import type { Sent } from '../page/sent-form';
import type { Visitor } from '../page/visitor';

const DONE = { saved: 'The profile was saved.' };

export function presentProfile(
  visitor: Visitor,
  profile: Profile,
  { query = {}, errors }: { query?: Sent; errors?: FormErrors } = {},
) {
  const { extraDetails } = profile;
  const detail = (name: string): string => {
    const value = extraDetails[name];
    return typeof value === 'string' ? value : '';
  };
  const body = html`${doneNotice(query, DONE)}
    <div class="columns halves">
      <section class="sheet">
        <h2 dir="auto">${profile.username}</h2>
        <dl>
          <dt>E-mail address</dt>
          <dd dir="auto">${profile.email === '' ? 'None; superusers set it.' : profile.email}</dd>
          <dt>Joined</dt>
          <dd>${timeText(profile.dateJoined)}</dd>
          <dt>Last sign-in</dt>
          <dd>${profile.lastLogin === null ? 'Never' : timeText(profile.lastLogin)}</dd>
        </dl>
        ${profile.isSuperuser && html`<p>${badge('Superuser')}</p>`}
      </section>
      <form class="sheet" method="post" action="/account/profile/">
        <h2>About you</h2>
        ${csrfField(visitor)} ${formErrorMessage(errors)}
        ${formField({ name: 'first_name', label: 'First name', value: profile.firstName, optional: true, autocomplete: 'given-name' }, errors)}
        ${formField({ name: 'last_name', label: 'Last name', value: profile.lastName, optional: true, autocomplete: 'family-name' }, errors)}
        ${formField({ name: 'organization', label: 'Organization', value: detail('organization'), optional: true, autocomplete: 'organization' }, errors)}
        ${formField({ name: 'city', label: 'City', value: detail('city'), optional: true, autocomplete: 'address-level2' }, errors)}
        <div class="buttons"><button>Save</button></div>
      </form>
    </div>`;
  return presentHtmlPage(visitor, {
    title: 'Profile',
    body,
    section: 'account',
    head: accountHead('/account/'),
    ...(errors !== undefined && { status: errors.status, headers: errors.headers }),
  });
}
