import { createHash } from 'node:crypto';

/** Gravatar URL of an e-mail address, 40 pixels wide. */
export function gravatarUrl(email: string): string {
  const digest = createHash('md5').update(email.trim().toLowerCase()).digest('hex');
  return `https://www.gravatar.com/avatar/${digest}?s=40`;
}
