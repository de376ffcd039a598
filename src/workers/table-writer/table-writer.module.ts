import { Global, Module } from '@nestjs/common';
import { TableWriter } from './table-writer.port';
import { ThreadedTableWriter } from './threaded.table-writer';

@Global()
@Module({
  providers: [{ provide: TableWriter, useClass: ThreadedTableWriter }],
  exports: [TableWriter],
})
export class TableWriterModule {}
