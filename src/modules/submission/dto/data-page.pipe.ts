import { Injectable } from '@nestjs/common';
import { Environment } from '../../../config/environment';
import { type DataPage, readDataPage } from '../../../domain/submission/data-page';
import { OFFSET, type PageParameter, PageWindowPipe, START } from '../../../http/pagination/page-window.pipe';
import { QUERY } from './submission.dto';

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
    { name: 'sort', type: 'string', description: 'By which key, in which direction.', example: '{"_id":-1}' },
    QUERY,
  ];

  constructor(private readonly environment: Environment) {
    super();
  }

  /** @throws InvalidError for a parameter that does not hold */
  protected read(query: Readonly<Record<string, unknown>>): DataPage {
    return readDataPage(query, this.environment.MAX_PAGE_SUBMISSIONS);
  }
}
