import { parentPort } from "node:worker_threads";
import { Spring } from "sprung";

parentPort.postMessage(Spring.from({ halflife: 0.2 }).at(0.37));
