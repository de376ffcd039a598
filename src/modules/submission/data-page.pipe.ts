import { Injectable } from '@nestjs/common';
import { Environment } from '../../config/environment';
import { InvalidError } from '../../domain/errors';
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
    {
      name: 'after',
      type: 'string',
      description:
        'The last submission before the page: its id, or what `next` says of it where it is sorted by more than ids; wins.',
      example: '1234',
    },
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
