import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { OptionalText } from '../../../http/validation/field';

const freeObject = { type: 'object', additionalProperties: true } as const;
const services = {
  type: 'array',
  items: freeObject,
  example: [],
  description: 'Empty: there are no services.',
} as const;

export class LanguageQueryDto {
  @OptionalText()
  @ApiPropertyOptional({ example: 'swa', description: 'Part of a name, or a code.' })
  q?: string;
}

class LanguageNameDto {
  @ApiProperty({ example: 'Swahili' }) name!: string;
  @ApiProperty({ example: 'sw' }) code!: string;
  @ApiProperty({ description: 'Whether clients show it first; always false.' }) featured!: boolean;
}

export class LanguageDto extends LanguageNameDto {
  @ApiProperty(services) transcription_services!: object[];
  @ApiProperty(services) translation_services!: object[];
  @ApiProperty({ example: 'https://survey.example.org/api/v2/languages/sw/' }) url!: string;
}

export class LanguageDetailDto extends LanguageNameDto {
  @ApiProperty({ ...freeObject, example: {} }) transcription_services!: object;
  @ApiProperty({ ...freeObject, example: {} }) translation_services!: object;
  @ApiProperty({ type: 'array', items: freeObject, example: [] }) regions!: object[];
}

export class MachineServiceDto {
  @ApiProperty({ example: 'Example' }) name!: string;
  @ApiProperty({ example: 'example' }) code!: string;
}
