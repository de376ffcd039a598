export interface PasswordMail {
  readonly username: string;
  /** Page where the person sets the password. */
  readonly link: string;
  readonly expires: Date;
  /** The person has never signed in. */
  readonly isInvite: boolean;
}

/** Subject and plain text of the mail with a password reset link. */
export function writePasswordMail({ username, link, expires, isInvite }: PasswordMail): {
  subject: string;
  text: string;
} {
  const { origin, host } = new URL(link);
  const until = `${expires.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const lines = isInvite
    ? [`An account was made for you at ${origin}/. Your username is:`]
    : [`A new password was requested at ${origin}/ for the account:`];
  lines.push('', `    ${username}`, '', 'Open this link to set the password:', '', link, '');
  lines.push(`The link can be used once, until ${until}. Do not share it.`);
  if (!isInvite) lines.push('If you did not request it, ignore this mail: the password stays as it is.');
  return {
    subject: isInvite ? `Your account at ${host}` : `Password reset at ${host}`,
    text: `${lines.join('\n')}\n`,
  };
}
