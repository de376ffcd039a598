import { lookup } from 'node:dns/promises';

/** Asks which addresses a host has; tests put one of their own in its place. */
export abstract class AddressResolver {
  abstract resolve(host: string): Promise<readonly string[]>;
}

/** As every other program of the machine asks, its hosts file included. */
export class SystemAddressResolver extends AddressResolver {
  async resolve(host: string): Promise<readonly string[]> {
    const found = await lookup(host, { all: true });
    return found.map(({ address }) => address);
  }
}
