import { Global, Module } from '@nestjs/common';
import { InstanceReader } from './instance-reader.port';
import { ThreadedInstanceReader } from './threaded.instance-reader';

/** Reading the XML of submissions. */
@Global()
@Module({
  providers: [{ provide: InstanceReader, useClass: ThreadedInstanceReader }],
  exports: [InstanceReader],
})
export class InstancesModule {}
