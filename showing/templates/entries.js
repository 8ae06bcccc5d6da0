// A saved page with a single answer.

import { startPage } from "./answer_page.js";

startPage();
