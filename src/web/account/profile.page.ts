import type { Profile } from '../../modules/account/profile.service';
import { badge, doneNotice, timeText } from '../page/components';
import { formErrorMessage, formField } from '../page/form-field';
import type { FormErrors } from '../page/handle-form';
import { html } from '../page/html';
import { csrfField } from '../page/page';
import type { Sent } from '../page/sent-form';
import type { Visitor } from '../page/visitor';
import { presentAccountPage } from './account-page';
import { type EmailForm, emailForm } from './email-form';

const DONE = {
  saved: 'The profile was saved.',
  mailed: 'A link to confirm the new address is on its way to it.',
  dropped: 'Your address stays as it is.',
};

interface ProfileOptions {
  readonly sendsMail: boolean;
  readonly query?: Sent;
  /** Of the profile. */
  readonly errors?: FormErrors;
  /** The refused change of the address. */
  readonly email?: Pick<EmailForm, 'entered' | 'errors'>;
}

export function presentProfile(
  visitor: Visitor,
  profile: Profile,
  { sendsMail, query, errors, email }: ProfileOptions,
) {
  const refused = errors ?? email?.errors;
  const { extraDetails } = profile;
  const detail = (name: string): string => {
    const value = extraDetails[name];
    return typeof value === 'string' ? value : '';
  };
  const body = html`${doneNotice(query, DONE)}
    <div class="columns halves">
      <div>
        <section class="sheet">
          <h2 dir="auto">${profile.username}</h2>
          <dl>
            <dt>E-mail address</dt>
            <dd dir="auto">${profile.email === '' ? 'None' : profile.email}</dd>
            <dt>Joined</dt>
            <dd>${timeText(profile.dateJoined)}</dd>
            <dt>Last sign-in</dt>
            <dd>${profile.lastLogin === null ? 'Never' : timeText(profile.lastLogin)}</dd>
          </dl>
          ${profile.isSuperuser && html`<p>${badge('Superuser')}</p>`}
        </section>
        ${emailForm(visitor, {
          ...email,
          unverifiedEmail: profile.unverifiedEmail,
          isAvailable: sendsMail,
          ownPage: profile.isSuperuser
            ? `/administration/users/${encodeURIComponent(profile.username)}/`
            : undefined,
        })}
      </div>
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
  return presentAccountPage(visitor, '/account/', { title: 'Profile', body, errors: refused });
}
