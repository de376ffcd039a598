import { Injectable } from '@nestjs/common';
import { Environment } from '../config/environment';
import { AddressResolver } from './address-resolver';
import { type ApiClient, ApiClients, type ApiServer } from './api-client.port';
import { GuardedApiClient } from './guarded-api-client';
import { GuardedHttpClient } from './guarded-http-client';
import { SsrfGuard } from './ssrf-guard';

/** Networks that an operator may allow: all but link-local addresses, where metadata services of clouds are. */
const PRIVATE_NETWORKS = '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,100.64.0.0/10,127.0.0.0/8,::1,fc00::/7';

@Injectable()
export class GuardedApiClients extends ApiClients {
  constructor(
    private readonly resolver: AddressResolver,
    private readonly environment: Environment,
  ) {
    super();
  }

  connect(server: ApiServer): ApiClient {
    const { DOWNLOAD_ALLOW = '' } = this.environment;
    const allowed = server.allowPrivateAddresses ? `${DOWNLOAD_ALLOW},${PRIVATE_NETWORKS}` : DOWNLOAD_ALLOW;
    return new GuardedApiClient(server, new GuardedHttpClient(new SsrfGuard(allowed), this.resolver));
  }
}
