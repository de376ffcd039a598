import { Global, Module } from '@nestjs/common';
import { FormEngine } from './form-engine.port';
import { ThreadedFormEngine } from './threaded.form-engine';

@Global()
@Module({
  providers: [{ provide: FormEngine, useClass: ThreadedFormEngine }],
  exports: [FormEngine],
})
export class FormEngineModule {}
