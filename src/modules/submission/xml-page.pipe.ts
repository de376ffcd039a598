import { Injectable } from '@nestjs/common';
import { InvalidError } from '../../domain/errors';
import type { DataPage } from '../../domain/query/data-page';
import type { PageParameter } from '../../http/pagination/page-window.pipe';
import { DataPagePipe } from './data-page.pipe';

/** What makes no sense of submissions that are given as they came. */
const NOT_IN_XML: Readonly<Record<string, string>> = {
  fields: 'This is not supported in `XML` format',
  sort: 'This param is not supported in `XML` format',
};

/** The page of submissions that is asked for as XML: whole ones, by their numbers (contract-data 2.4). */
@Injectable()
export class XmlPagePipe extends DataPagePipe {
  static override readonly parameters: readonly PageParameter[] = DataPagePipe.parameters.filter(
    ({ name }) => NOT_IN_XML[name] === undefined,
  );

  /** @throws InvalidError for a parameter that does not hold */
  protected override read(query: Readonly<Record<string, unknown>>): DataPage {
    for (const [name, sentence] of Object.entries(NOT_IN_XML)) {
      if (query[name] !== undefined) throw new InvalidError({ [name]: [sentence] });
    }
    return super.read(query);
  }
}
