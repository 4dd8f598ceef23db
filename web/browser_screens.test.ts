// Every screen of the app, of the console and of the hosted pages in a real browser, by what axe knows.
import { lookAtScreens } from "./testing/flows_axe.ts";
import { lookAtConsole } from "./testing/flows_console_screens.ts";
import { lookAtHostedPages } from "./testing/flows_hosted.ts";
import { openStage } from "./testing/stage.ts";

const stage = openStage();
lookAtScreens(stage);
lookAtConsole(stage);
lookAtHostedPages(stage);
