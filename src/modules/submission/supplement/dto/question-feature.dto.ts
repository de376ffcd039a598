import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { MANUAL_ACTIONS } from '../../../../domain/supplement/question-feature';

const freeObject = { type: 'object', additionalProperties: true } as const;

const PARAMS = {
  type: 'array',
  items: freeObject,
  example: [{ language: 'en' }],
  description:
    'Languages (`{"language": "en"}`) of transcripts and translations; of `manual_qual` questions: `{type, uuid, labels: {_default}, choices?, hint?}` with a `uuid` that the client chooses and a type of `qualText`, `qualInteger`, `qualTags`, `qualNote`, `qualSelectOne`, `qualSelectMultiple`.',
} as const;

export class CreateQuestionFeatureDto {
  @ApiProperty({ example: 'interview/voice', description: 'Path of the question.' }) question_xpath!: string;
  @ApiProperty({
    enum: MANUAL_ACTIONS,
    example: 'manual_transcription',
    description: 'Actions that need a machine service are rejected with 400.',
  })
  action!: string;
  @ApiProperty(PARAMS) params!: object[];
}

export class UpdateQuestionFeatureDto {
  @ApiProperty(PARAMS) params!: object[];
}

export class QuestionFeatureDto extends CreateQuestionFeatureDto {
  @ApiProperty({ example: 'qafSAvYreNzVEkrWg5Gdcvg2x' }) uid!: string;
}

export class QualitativeTagDto {
  @ApiProperty({ example: 'water' }) value!: string;
}

/** A bulk action of a machine service; there are none. */
export class MachineActionDto {
  @ApiPropertyOptional() uid?: string;
}
