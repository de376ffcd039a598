import { lookup } from 'node:dns/promises';

/** Resolves the addresses of a host; replaced in tests. */
export abstract class AddressResolver {
  abstract resolve(host: string): Promise<readonly string[]>;
}

/** Uses `getaddrinfo`, hosts file included. */
export class SystemAddressResolver extends AddressResolver {
  async resolve(host: string): Promise<readonly string[]> {
    const found = await lookup(host, { all: true });
    return found.map(({ address }) => address);
  }
}
