import { Global, Module } from '@nestjs/common';
import { Environment } from '../config/environment';
import { AddressGuard } from './address-guard';
import { AddressResolver, SystemAddressResolver } from './address-resolver';
import { Downloader } from './downloader.port';
import { GuardedDownloader } from './guarded.downloader';

/** Files that callers point at instead of sending them. */
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
  ],
  exports: [Downloader],
})
export class DownloadsModule {}
