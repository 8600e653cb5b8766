// The bundle of pages without scenes, which stay small.
import { readPage, startPage } from "./page";

startPage(readPage(), null);
