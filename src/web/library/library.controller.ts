import { Get, Query } from '@nestjs/common';
import { SignedIn } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { AssetListService } from '../../modules/asset/asset-list.service';
import { handleForm } from '../page/handle-form';
import { PageController } from '../page/page-controller';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import type { Sent } from '../page/sent-form';
import { libraryFilter, LIBRARY_ORDER, readLibraryQuery } from './library-query';
import { presentInvalidLibrarySearch, presentLibrary } from './library.page';

/** Templates, blocks, questions and collections, from which projects start. */
@PageController('library')
export class LibraryController {
  constructor(private readonly lists: AssetListService) {}

  @Get()
  @SignedIn()
  list(@CurrentVisitor() visitor: Visitor<UserActor>, @Query() sent: Sent) {
    const query = readLibraryQuery(sent);
    return handleForm(
      () => this.lists.list(visitor.actor, libraryFilter(query), LIBRARY_ORDER, query.window).read(),
      {
        done: (page) => presentLibrary(visitor, query, page),
        invalid: (errors) => presentInvalidLibrarySearch(visitor, query, errors),
      },
    );
  }
}
