import { Get } from '@nestjs/common';
import { Public } from '../../authorization/policy';
import { PageController } from '../page/page-controller';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { presentHomePage } from './home.page';

@PageController('accounts/home')
export class HomeController {
  @Get()
  @Public()
  show(@CurrentVisitor() visitor: Visitor) {
    return presentHomePage(visitor);
  }
}
