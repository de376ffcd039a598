import { applyDecorators } from '@nestjs/common';
import { AccessInService } from '../authorization/policy';
import { ServedAtOnce } from '../authorization/served';
import { TakesParts } from '../http/body/body-declaration';

/** What is asked of a submission by whichever way it comes; who sends it may have to be known before it is read. */
export const TakesSubmissions = (options?: { signedIn: boolean }) =>
  applyDecorators(ServedAtOnce(), AccessInService('add_submissions', options), TakesParts());
