import { PASSWORD } from './app';

/** The header of a Basic pair. */
export function basic(username: string, password = PASSWORD): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
