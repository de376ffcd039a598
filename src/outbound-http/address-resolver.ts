import { lookup } from 'node:dns/promises';

/** Resolves the addresses of a host by `getaddrinfo`, hosts file included; replaced in tests. */
export class AddressResolver {
  async resolve(host: string): Promise<readonly string[]> {
    const found = await lookup(host, { all: true });
    return found.map(({ address }) => address);
  }
}
