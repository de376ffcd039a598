import { type Component, createApp } from 'vue';
import { webFormsPlugin } from '@getodk/web-forms';
import type { UnavailableForm, WebFormPage } from '../../domain/web-form/web-form-page';
import { offlineFormApp } from './offline/offline-app';
import { sendAs } from './send';
import { unavailableApp } from './unavailable-app';
import { webFormApp } from './web-form-app';
import './web-form.css';

const root = document.getElementById('web-form')!;
const page = JSON.parse(root.dataset['page']!) as WebFormPage | UnavailableForm;
createApp(appOf()).use(webFormsPlugin).mount(root);

function appOf(): Component {
  if (page.mode === 'unavailable') return unavailableApp(page);
  return page.mode === 'offline' ? offlineFormApp(page) : webFormApp(page, sendAs(page.username));
}
