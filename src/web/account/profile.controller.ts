import { Body, Get, Query } from '@nestjs/common';
import { CurrentSession, SignedIn } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import type { BrowserSession } from '../../domain/account/credential';
import { ClientAddress } from '../../http/negotiation/request';
import { EmailChangeService } from '../../modules/account/email-change.service';
import { ProfileService, type ProfileState, type Profile } from '../../modules/account/profile.service';
import {
  handleForm,
  type FormErrors,
  lineOf,
  type Sent,
  textOf,
  PageController,
  PostForm,
} from '../page/handle-form';
import { presentRedirect, csrfField } from '../page/page';
import { checkOf, type FormValues, saveLabel, stateField, staleValues } from '../page/stale-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { badge, doneNotice, timeText } from '../page/components';
import { formErrorMessage, formField } from '../page/form-field';
import { html } from '../page/html';
import { presentAccountPage } from './account-page';
import { type EmailForm, emailForm } from './email.page';
import { t } from '../../language/message';

const doneTexts = () => ({
  saved: t('The profile was saved.'),
  mailed: t('A link to confirm the new address is on its way to it.'),
  dropped: t('Your address stays as it is.'),
});

interface ProfileOptions {
  readonly sendsMail: boolean;
  /** Whether a change of the address needs the password. */
  readonly asksPassword: boolean;
  readonly query?: Sent;
  /** Of the profile. */
  readonly errors?: FormErrors;
  /** Of the refused profile. */
  readonly entered?: ProfileState;
  readonly body?: Sent;
  /** The refused change of the address. */
  readonly email?: Pick<EmailForm, 'entered' | 'errors'>;
}

/** Values that people read. */
function profileValues({ firstName, lastName, extraDetails }: ProfileState): FormValues {
  return [
    [t('First name'), firstName],
    [t('Last name'), lastName],
    [t('Organization'), textOf(extraDetails['organization'])],
    [t('City'), textOf(extraDetails['city'])],
  ];
}

/** The profile as it was sent, for the form that shows it again. */
function enteredProfile(body: Sent): ProfileState {
  const entered = (name: string): string => textOf(body[name]).trim();
  return {
    firstName: entered('first_name'),
    lastName: entered('last_name'),
    extraDetails: { organization: entered('organization'), city: entered('city') },
  };
}

export function presentProfile(
  visitor: Visitor,
  profile: Profile,
  { sendsMail, asksPassword, query, errors, entered = profile, body: sent, email }: ProfileOptions,
) {
  const refused = errors ?? email?.errors;
  const detail = (name: string): string => textOf(entered.extraDetails[name]);
  const states = { stored: profileValues(profile), entered: profileValues(entered) };
  const body = html`${doneNotice(query, doneTexts())}
    <div class="columns halves">
      <div>
        <section class="sheet">
          <h2 dir="auto">${profile.username}</h2>
          <dl>
            <dt>${t('E-mail address')}</dt>
            <dd dir="auto">${profile.email === '' ? t('None') : profile.email}</dd>
            <dt>${t('Joined')}</dt>
            <dd>${timeText(profile.dateJoined)}</dd>
            <dt>${t('Last sign-in')}</dt>
            <dd>${profile.lastLogin === null ? t('Never') : timeText(profile.lastLogin)}</dd>
          </dl>
          ${profile.isSuperuser && html`<p>${badge(t('Superuser'))}</p>`}
        </section>
        ${emailForm(visitor, {
          ...email,
          unverifiedEmail: profile.unverifiedEmail,
          isAvailable: sendsMail,
          asksPassword,
          ownPage: profile.isSuperuser
            ? `/administration/users/${encodeURIComponent(profile.username)}/`
            : undefined,
        })}
      </div>
      <form class="sheet" method="post" action="/account/profile/">
        <h2>${t('About you')}</h2>
        ${csrfField(visitor)} ${stateField(states.stored, errors, sent)} ${formErrorMessage(errors)}
        ${staleValues(errors, states)}
        ${formField({ name: 'first_name', label: t('First name'), value: entered.firstName, optional: true, autocomplete: 'given-name' }, errors)}
        ${formField({ name: 'last_name', label: t('Last name'), value: entered.lastName, optional: true, autocomplete: 'family-name' }, errors)}
        ${formField({ name: 'organization', label: t('Organization'), value: detail('organization'), optional: true, autocomplete: 'organization' }, errors)}
        ${formField({ name: 'city', label: t('City'), value: detail('city'), optional: true, autocomplete: 'address-level2' }, errors)}
        <div class="buttons"><button>${saveLabel(errors)}</button></div>
      </form>
    </div>`;
  return presentAccountPage(visitor, '/account/', { title: t('Profile'), body, errors: refused });
}

/** Profile of the visitor. */
@PageController('account')
export class ProfileController {
  constructor(
    private readonly profiles: ProfileService,
    private readonly emails: EmailChangeService,
  ) {}

  @Get()
  @SignedIn()
  async show(
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @CurrentSession() session: BrowserSession | undefined,
    @Query() query: Sent,
  ) {
    const profile = await this.profiles.show(visitor.actor);
    return presentProfile(visitor, profile, { ...this.emailOptions(visitor, session), query });
  }

  @PostForm('profile')
  @SignedIn()
  change(
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @CurrentSession() session: BrowserSession | undefined,
    @ClientAddress() address: string | undefined,
    @Body() body: Sent,
  ) {
    const entered = enteredProfile(body);
    const check = checkOf<ProfileState>(body, profileValues(entered), profileValues);
    return handleForm(
      async () =>
        this.profiles.change(
          visitor.actor,
          {
            firstName: lineOf(body, 'first_name', 150),
            lastName: lineOf(body, 'last_name', 150),
            extraDetails: {
              organization: lineOf(body, 'organization', 255),
              city: lineOf(body, 'city', 255),
            },
          },
          { address },
          check,
        ),
      {
        done: () => presentRedirect('/account/?done=saved'),
        invalid: async (errors) =>
          presentProfile(visitor, await this.profiles.show(visitor.actor), {
            ...this.emailOptions(visitor, session),
            errors,
            entered,
            body,
          }),
      },
    );
  }

  private emailOptions({ actor }: Visitor<UserActor>, session: BrowserSession | undefined) {
    return {
      sendsMail: this.emails.isAvailable,
      asksPassword: this.emails.needsPassword(actor, session),
    };
  }
}
