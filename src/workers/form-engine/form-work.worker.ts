import { serveTasks } from '../pool/serve-tasks';
import { describeFailure } from './form-failure';
import { carryOut, type FormTask } from './form-work';

serveTasks((task) => carryOut(task as FormTask), describeFailure);
