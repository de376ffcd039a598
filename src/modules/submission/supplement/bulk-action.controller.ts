import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiBadRequestResponse, ApiNotFoundResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Requires } from '../../../authorization/policy';
import { InvalidError } from '../../../domain/errors';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import { paginate } from '../../../domain/page';
import { PaginatedList } from '../../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../../http/pagination/present-page';
import { MachineActionDto } from './dto/question-feature.dto';

/** Bulk actions of machine services, which this service does not have: KoboToolbox's application asks for their list. */
@ApiTags('Data')
@ApiNotFoundResponse({ description: 'The asset does not exist or is not visible to the caller.' })
@Controller('api/v2/assets/:uid/advanced-features/bulk-actions')
export class BulkActionController {
  @Get()
  @Requires('view_submissions')
  @ApiOperation({
    summary: 'List bulk actions of machine services',
    description: 'Always empty: there are no machine services.',
  })
  listBulkActions(
    _access: AssetAccess<'view_submissions'>,
    @PaginatedList(MachineActionDto) page: PageRequest,
  ) {
    return presentPage(page, paginate<MachineActionDto>([], page.window), (action) => action);
  }

  @Post()
  @HttpCode(400)
  @Requires('change_submissions', { see: 'view_submissions' })
  @ApiOperation({ summary: 'Reject a bulk action of a machine service' })
  @ApiBadRequestResponse({ description: 'There are no machine services.' })
  createBulkAction(_access: AssetAccess<'change_submissions'>): never {
    throw new InvalidError(
      'Bulk actions need a speech or translation service, which this service does not have. Add transcripts and translations one by one.',
    );
  }
}
