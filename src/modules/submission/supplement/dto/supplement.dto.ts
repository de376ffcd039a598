import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { SUPPLEMENT_FORMAT } from '../../../../domain/supplement/supplement-input';

@ApiSchema({
  description:
    'Further keys are paths of questions: `{"manual_transcription": {"language", "value"}}`, `{"manual_translation": {"language", "value"}}` or `{"manual_qual": {"uuid", "value"}}`, where null or an empty value deletes; `{"manual_qual": {"uuid", "verified"}}` confirms an answer.',
})
export class SupplementChangeDto {
  @ApiProperty({ example: SUPPLEMENT_FORMAT, description: 'Version of the format.' }) _version!: string;
}

@ApiSchema({
  description:
    'Empty, or with further keys that are paths of questions; each action has its versions, newest first: `{_dateCreated, _dateModified, _versions: [{_uuid, _data, _dateCreated, _dateAccepted}]}`, by language for translations and by uuid for qualitative questions.',
})
export class SupplementDto {
  @ApiProperty({ required: false, example: SUPPLEMENT_FORMAT }) _version?: string;
}
