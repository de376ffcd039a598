import type { Language } from '../../language/language';
import { type Text, t, textIn } from '../../language/message';

interface LinkMail {
  readonly username: string;
  /** Page that confirms the address or sets the password. */
  readonly link: string;
  readonly expires: Date;
  /** Of the account. */
  readonly language: Language;
}

interface MailText {
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

/** The mail to a new address, with the link that confirms it. */
export function writeConfirmationMail({ username, link, expires, language }: LinkMail): MailText {
  const { origin, host } = new URL(link);
  return mailOf(language, t('Confirm your address at {host}', { host }), [
    t('This address was entered at {origin}/ as the new e-mail address of the account:', { origin }),
    '',
    `    ${username}`,
    '',
    t('Open this link and press the button to confirm it:'),
    '',
    link,
    '',
    onceUntil(expires),
    t('If you do not know the account, ignore this mail: nothing changes.'),
  ]);
}

/** The note to the address that an account had until now. @param origin of the service */
export function writeEmailChangedMail(username: string, origin: string, language: Language): MailText {
  return mailOf(language, t('Your address at {host} was changed', { host: new URL(origin).host }), [
    t('The e-mail address of this account at {origin}/ was changed:', { origin }),
    '',
    `    ${username}`,
    '',
    t('Mails of the service, such as password reset links, go to the new address from now on.'),
    t('If you did not change it, change your password and ask an administrator to restore the address.'),
  ]);
}

/** The mail with a password reset link. @param isInvite the person has never signed in */
export function writePasswordMail(
  { username, link, expires, language }: LinkMail,
  isInvite: boolean,
): MailText {
  const { origin, host } = new URL(link);
  const subject = isInvite ? t('Your account at {host}', { host }) : t('Password reset at {host}', { host });
  return mailOf(language, subject, [
    isInvite
      ? t('An account was made for you at {origin}/. Your username is:', { origin })
      : t('A new password was requested at {origin}/ for the account:', { origin }),
    '',
    `    ${username}`,
    '',
    t('Open this link to set the password:'),
    '',
    link,
    '',
    onceUntil(expires),
    ...(isInvite ? [] : [t('If you did not request it, ignore this mail: the password stays as it is.')]),
  ]);
}

function onceUntil(expires: Date): Text {
  return t('The link can be used once, until {until} UTC. Do not share it.', {
    until: expires.toISOString().slice(0, 16).replace('T', ' '),
  });
}

function mailOf(language: Language, subject: Text, lines: readonly Text[]): MailText {
  return {
    subject: textIn(language, subject),
    text: `${lines.map((line) => textIn(language, line)).join('\n')}\n`,
  };
}
