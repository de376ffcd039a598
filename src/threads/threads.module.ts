import { Global, Module } from '@nestjs/common';
import { FormReader } from './form-reader.port';
import { ThreadedFormReader } from './form-reader.thread';

/** Work that would hold up the event loop. */
@Global()
@Module({
  providers: [{ provide: FormReader, useClass: ThreadedFormReader }],
  exports: [FormReader],
})
export class ThreadsModule {}
