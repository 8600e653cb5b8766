// The bundle of pages without scenes, which stay small.
import { startPage } from "./page";

startPage(null);
