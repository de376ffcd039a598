import { Global, Module } from '@nestjs/common';
import { FormEngine } from './form-engine.port';
import { ThreadedFormEngine } from './threaded.form-engine';

/** The work on forms. */
@Global()
@Module({
  providers: [{ provide: FormEngine, useClass: ThreadedFormEngine }],
  exports: [FormEngine],
})
export class FormsModule {}
