import { Global, Module } from '@nestjs/common';
import { Environment } from '../config/environment';
import { AddressGuard } from './address-guard';
import { AddressResolver, SystemAddressResolver } from './address-resolver';
import { Downloader } from './downloader.port';
import { GuardedDownloader } from './guarded.downloader';
import { GuardedSender } from './guarded.sender';
import { Sender } from './sender.port';

/** What lies outside: files that callers point at instead of sending them, and endpoints that they want things sent to. */
@Global()
@Module({
  providers: [
    {
      provide: AddressGuard,
      inject: [Environment],
      useFactory: ({ DOWNLOAD_ALLOW }: Environment) => new AddressGuard(DOWNLOAD_ALLOW),
    },
    { provide: AddressResolver, useClass: SystemAddressResolver },
    { provide: Downloader, useClass: GuardedDownloader },
    { provide: Sender, useClass: GuardedSender },
  ],
  exports: [AddressResolver, Downloader, Sender],
})
export class DownloadsModule {}
