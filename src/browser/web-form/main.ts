import { createApp } from 'vue';
import { webFormsPlugin } from '@getodk/web-forms';
import type { WebFormPage } from '../../domain/web-form/web-form-page';
import { offlineFormApp } from './offline/offline-app';
import { sendNow } from './send';
import { webFormApp } from './web-form-app';
import './web-form.css';

const root = document.getElementById('web-form')!;
const page = JSON.parse(root.dataset['page']!) as WebFormPage;
const app = page.mode === 'offline' ? offlineFormApp(page) : webFormApp(page, sendNow);
createApp(app).use(webFormsPlugin).mount(root);
