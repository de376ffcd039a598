import { IsOptional } from 'class-validator';
import { Satisfies } from './setting-decorators';
import { isOriginList } from './setting-rules';

/** Settings of the pages that draw forms. */
export class WebFormSettings {
  /** Origins whose pages may show forms in frames, comma-separated. Unset: none. */
  @IsOptional()
  @Satisfies(
    'isOriginList',
    isOriginList,
    'FRAME_ANCESTORS must be origins such as https://www.example.org, separated by commas.',
  )
  FRAME_ANCESTORS: string | undefined = undefined;

  /** Origins to which a form may lead after a submission (`return_url`), comma-separated. Unset: only this one. */
  @IsOptional()
  @Satisfies(
    'isOriginList',
    isOriginList,
    'WEB_FORM_RETURN_ORIGINS must be origins such as https://www.example.org, separated by commas.',
  )
  WEB_FORM_RETURN_ORIGINS: string | undefined = undefined;
}
