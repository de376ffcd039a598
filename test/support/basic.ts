import { PASSWORD } from './app';

export function basic(username: string, password = PASSWORD): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
