/** `npm run build`: builds the web application in advance, so that a start does not write to the repository. */
import { buildWeb } from '../base/pages/build-web.ts';

await buildWeb();
