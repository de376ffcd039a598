import { Global, Module } from '@nestjs/common';
import { Environment } from '../config/environment';
import { SsrfGuard } from './ssrf-guard';
import { AddressResolver, SystemAddressResolver } from './address-resolver';
import { ApiClients } from './api-client.port';
import { Downloader } from './downloader.port';
import { GuardedDownloader } from './guarded.downloader';
import { GuardedSender } from './guarded.sender';
import { Sender } from './sender.port';
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
    { provide: AddressResolver, useClass: SystemAddressResolver },
    { provide: Downloader, useClass: GuardedDownloader },
    { provide: ApiClients, useClass: GuardedApiClients },
    { provide: Sender, useClass: GuardedSender },
  ],
  exports: [AddressResolver, ApiClients, Downloader, Sender],
})
export class OutboundHttpModule {}
