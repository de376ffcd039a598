import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Public } from '../../authorization/policy';
import { EMPTY_PAGE } from '../../domain/page';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { MachineServiceDto } from './dto/language.dto';

/** Machine services, which clients list before they offer any. There are none (decision 165). */
@ApiTags('Assets')
@Controller('api/v2')
export class MachineServiceController {
  @Get('transcription-services')
  @Public()
  @ApiOperation({
    summary: 'List services that transcribe recordings',
    description: 'Always empty: people write transcripts.',
  })
  listTranscriptionServices(@PaginatedList(MachineServiceDto) page: PageRequest) {
    return presentPage(page, EMPTY_PAGE, () => ({}));
  }

  @Get('translation-services')
  @Public()
  @ApiOperation({
    summary: 'List services that translate transcripts',
    description: 'Always empty: people write translations.',
  })
  listTranslationServices(@PaginatedList(MachineServiceDto) page: PageRequest) {
    return presentPage(page, EMPTY_PAGE, () => ({}));
  }
}
