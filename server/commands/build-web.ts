/** `npm run build`: builds the web application, so that a start finds it and needs to write nothing into the repository. */
import { buildWeb } from '../base/pages/build-web.ts';

await buildWeb();
