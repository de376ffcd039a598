import { Global, Module } from '@nestjs/common';
import { Environment } from '../config/environment';
import { SsrfGuard } from './ssrf-guard';
import { AddressResolver } from './address-resolver';
import { ApiClients } from './api-client.port';
import { Downloader } from './downloader';
import { Sender } from './sender';
import { GuardedApiClients } from './guarded-api-client';

/** Outbound HTTP for imports and webhooks, guarded against SSRF. */
@Global()
@Module({
  providers: [
    {
      provide: SsrfGuard,
      inject: [Environment],
      useFactory: ({ DOWNLOAD_ALLOW }: Environment) => new SsrfGuard(DOWNLOAD_ALLOW),
    },
    AddressResolver,
    Downloader,
    { provide: ApiClients, useClass: GuardedApiClients },
    Sender,
  ],
  exports: [AddressResolver, ApiClients, Downloader, Sender],
})
export class OutboundHttpModule {}
