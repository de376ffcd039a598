import { Body, Controller, Param } from '@nestjs/common';
import { ApiBadRequestResponse, ApiNotFoundResponse, ApiProperty, ApiTags } from '@nestjs/swagger';
import { CurrentActor, Requires } from '../../../authorization/policy';
import type { Actor } from '../../../domain/account/actor';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import { Endpoint } from '../../../http/endpoint';
import { PaginatedList } from '../../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../../http/pagination/present-page';
import { wireDate } from '../../../domain/text/wire-date';
import { RequiredText } from '../../../http/validation/field';
import { MAX_NOTE_LENGTH, type SubmissionNote, SubmissionNoteService } from './submission-note.service';

export class NewSubmissionNoteDto {
  @RequiredText(MAX_NOTE_LENGTH)
  @ApiProperty({ example: 'The photo shows another well.', maxLength: MAX_NOTE_LENGTH })
  body!: string;
}

export class SubmissionNoteDto {
  @ApiProperty({ example: 'The photo shows another well.' }) body!: string;
  @ApiProperty({ type: String, nullable: true, example: 'ann', description: 'Null if unknown.' })
  created_by!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: '2026-03-02T10:00:00.123000Z',
    description: 'Null if the server that the note came from does not tell.',
  })
  date_created!: string | null;
}

@ApiTags('Data')
@ApiBadRequestResponse({ description: 'The asset was never deployed.' })
@ApiNotFoundResponse({ description: 'The submission does not exist, or the caller may not view it.' })
@Controller('api/v2/assets/:uid/data/:id/notes')
export class SubmissionNoteController {
  constructor(private readonly notes: SubmissionNoteService) {}

  @Endpoint('GET', {
    summary: 'List the notes on a submission',
    description: 'Oldest first, with the comments that came with it from ODK Central.',
  })
  @Requires('view_submissions')
  async listSubmissionNotes(
    access: AssetAccess<'view_submissions'>,
    @Param('id') id: string,
    @PaginatedList(SubmissionNoteDto) page: PageRequest,
  ) {
    return presentPage(page, await this.notes.list(access, id, page.window), presentSubmissionNote);
  }

  @Endpoint('POST', {
    summary: 'Add a note to a submission',
    description: 'Notes are not part of the data, and are neither changed nor deleted.',
    returns: SubmissionNoteDto,
    fails: {
      400: 'The text is empty or too long, or the asset was never deployed.',
      409: 'The submission has the maximum number of notes, 1000.',
    },
  })
  @Requires('validate_submissions', { see: 'view_submissions' })
  async createSubmissionNote(
    access: AssetAccess<'validate_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() { body }: NewSubmissionNoteDto,
  ) {
    return presentSubmissionNote(await this.notes.add(actor, access, id, body));
  }
}

function presentSubmissionNote({ body, createdBy, dateCreated }: SubmissionNote) {
  return { body, created_by: createdBy, date_created: dateCreated && wireDate(dateCreated) };
}
