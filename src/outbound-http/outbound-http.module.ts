import { Global, Module } from '@nestjs/common';
import { Environment } from '../config/environment';
import { SsrfGuard, AddressResolver } from './guarded-http-client';
import { ApiClients } from './api-client';
import { Downloader } from './downloader';
import { Sender } from './sender';

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
    ApiClients,
    Sender,
  ],
  exports: [AddressResolver, ApiClients, Downloader, Sender],
})
export class OutboundHttpModule {}
