import { Injectable } from '@nestjs/common';
import { Environment } from '../../config/environment';
import { type DataPage, readDataPage } from '../../domain/query/data-page';
import { OFFSET, type PageParameter, PageWindowPipe, START } from '../../http/pagination/page-window.pipe';
import { FIELDS, QUERY } from './dto/submission.dto';

/** The page of submissions that is asked for; unlike other lists it refuses what makes no sense (contract-data 2.1). */
@Injectable()
export class DataPagePipe extends PageWindowPipe<DataPage> {
  static readonly parameters: readonly PageParameter[] = [
    {
      name: 'limit',
      type: 'integer',
      description:
        'Submissions on the page; larger is cut to the most that the service gives, as is an absent one.',
      example: 1000,
    },
    START,
    OFFSET,
    { name: 'after', type: 'integer', description: 'Id of the last submission before the page; wins.' },
    {
      name: 'sort',
      type: 'string',
      description: 'Keys with their directions, the most important first; by `_id` among equals.',
      example: '{"_id":-1}',
    },
    QUERY,
    FIELDS,
  ];

  constructor(private readonly environment: Environment) {
    super();
  }

  /** @throws InvalidError for a parameter that does not hold */
  protected read(query: Readonly<Record<string, unknown>>): DataPage {
    return readDataPage(query, this.environment.MAX_PAGE_SUBMISSIONS);
  }
}
