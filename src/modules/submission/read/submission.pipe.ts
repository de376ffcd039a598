import { Injectable, type PipeTransform } from '@nestjs/common';
import { Environment } from '../../../config/environment';
import { InvalidError, WrongStateError } from '../../../domain/errors';
import { type DataPage, readDataPage } from '../../../domain/query/data-page';
import { OFFSET, type PageParameter, PageWindowPipe, START } from '../../../http/pagination/page-window.pipe';
import { FIELDS, QUERY } from './submission.dto';

/** Parses the page of a submission list; unlike other lists it rejects invalid parameters (contract-data 2.1). */
@Injectable()
export class DataPagePipe extends PageWindowPipe<DataPage> {
  static readonly parameters: readonly PageParameter[] = [
    {
      name: 'limit',
      type: 'integer',
      description:
        'Page size. Default: the maximum of the service (`MAX_PAGE_SUBMISSIONS`, 1000 unless configured); larger values are reduced to it.',
      example: 1000,
    },
    START,
    OFFSET,
    {
      name: 'after',
      type: 'string',
      description:
        'Cursor: the id of the last submission before the page or, with `sort`, the value in the `next` link. Overrides `start`.',
      example: '1234',
    },
    {
      name: 'sort',
      type: 'string',
      description:
        'Sort keys with their directions, 1 or -1; ties are sorted by `_id`. Answers are sorted as text, unless the direction names a type: `{"age":{"number":-1}}`, `{"seen":{"time":1}}`; answers of other types count as missing.',
      example: '{"_id":-1}',
    },
    QUERY,
    FIELDS,
  ];

  constructor(private readonly environment: Environment) {
    super();
  }

  protected read(query: Readonly<Record<string, unknown>>): DataPage {
    return readDataPage(query, this.environment.MAX_PAGE_SUBMISSIONS);
  }
}

/** Error messages of the parameters that XML lists do not take. */
const UNSUPPORTED_IN_XML: Readonly<Record<string, string>> = {
  fields: 'This is not supported in `XML` format',
  sort: 'This param is not supported in `XML` format',
};

/** Parses the page of an XML list: no projection, ordered by id (contract-data 2.4). */
@Injectable()
export class XmlPagePipe extends DataPagePipe {
  static override readonly parameters: readonly PageParameter[] = DataPagePipe.parameters.filter(
    ({ name }) => UNSUPPORTED_IN_XML[name] === undefined,
  );

  protected override read(query: Readonly<Record<string, unknown>>): DataPage {
    for (const [name, message] of Object.entries(UNSUPPORTED_IN_XML)) {
      if (query[name] !== undefined) throw InvalidError.at(name, message);
    }
    return super.read(query);
  }
}

/** Path segments in the position of a submission id that have separate routes, for other methods. */
const RESERVED_PATHS: ReadonlySet<string> = new Set(['bulk', 'changes', 'validation_statuses']);

@Injectable()
export class SubmissionIdPipe implements PipeTransform<string, string> {
  /** @throws WrongStateError for a reserved path, which does not have this method */
  transform(name: string): string {
    if (RESERVED_PATHS.has(name)) {
      throw new WrongStateError('Method not allowed. Use a method listed in the `Allow` header.');
    }
    return name;
  }
}
