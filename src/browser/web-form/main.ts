import { createApp } from 'vue';
import { webFormsPlugin } from '@getodk/web-forms';
import type { WebFormPage } from '../../domain/web-form/web-form-page';
import { sendNow } from './send';
import { webFormApp } from './web-form-app';
import './web-form.css';

const root = document.getElementById('web-form')!;
const page = JSON.parse(root.dataset['page']!) as WebFormPage;
createApp(webFormApp(page, sendNow)).use(webFormsPlugin).mount(root);
