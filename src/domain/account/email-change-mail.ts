export interface ConfirmationMail {
  readonly username: string;
  /** Page where the person confirms the address. */
  readonly link: string;
  readonly expires: Date;
}

interface MailText {
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

/** The mail to a new address, with the link that confirms it. */
export function writeConfirmationMail({ username, link, expires }: ConfirmationMail): MailText {
  const { origin, host } = new URL(link);
  const until = `${expires.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return mailOf(`Confirm your address at ${host}`, [
    `This address was entered at ${origin}/ as the new e-mail address of the account:`,
    '',
    `    ${username}`,
    '',
    'Open this link and press the button to confirm it:',
    '',
    link,
    '',
    `The link can be used once, until ${until}. Do not share it.`,
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

function mailOf(subject: string, lines: readonly string[]): MailText {
  return { subject, text: `${lines.join('\n')}\n` };
}
