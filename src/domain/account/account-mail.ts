interface LinkMail {
  readonly username: string;
  /** Page that confirms the address or sets the password. */
  readonly link: string;
  readonly expires: Date;
}

interface MailText {
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

/** The mail to a new address, with the link that confirms it. */
export function writeConfirmationMail({ username, link, expires }: LinkMail): MailText {
  const { origin, host } = new URL(link);
  return mailOf(`Confirm your address at ${host}`, [
    `This address was entered at ${origin}/ as the new e-mail address of the account:`,
    '',
    `    ${username}`,
    '',
    'Open this link and press the button to confirm it:',
    '',
    link,
    '',
    onceUntil(expires),
    'If you do not know the account, ignore this mail: nothing changes.',
  ]);
}

/** The note to the address that an account had until now. @param origin of the service */
export function writeEmailChangedMail(username: string, origin: string): MailText {
  return mailOf(`Your address at ${new URL(origin).host} was changed`, [
    `The e-mail address of this account at ${origin}/ was changed:`,
    '',
    `    ${username}`,
    '',
    'Mails of the service, such as password reset links, go to the new address from now on.',
    'If you did not change it, change your password and ask an administrator to restore the address.',
  ]);
}

/** The mail with a password reset link. @param isInvite the person has never signed in */
export function writePasswordMail({ username, link, expires }: LinkMail, isInvite: boolean): MailText {
  const { origin, host } = new URL(link);
  return mailOf(isInvite ? `Your account at ${host}` : `Password reset at ${host}`, [
    isInvite
      ? `An account was made for you at ${origin}/. Your username is:`
      : `A new password was requested at ${origin}/ for the account:`,
    '',
    `    ${username}`,
    '',
    'Open this link to set the password:',
    '',
    link,
    '',
    onceUntil(expires),
    ...(isInvite ? [] : ['If you did not request it, ignore this mail: the password stays as it is.']),
  ]);
}

function onceUntil(expires: Date): string {
  const until = expires.toISOString().slice(0, 16).replace('T', ' ');
  return `The link can be used once, until ${until} UTC. Do not share it.`;
}

function mailOf(subject: string, lines: readonly string[]): MailText {
  return { subject, text: `${lines.join('\n')}\n` };
}
