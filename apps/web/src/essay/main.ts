// The essay in ten figures.

import "./essay.css";
import { loadSprings } from "../core/springs.ts";
import { start } from "../start.ts";
import { characterFigure } from "./figures/character.ts";
import { damperFigure } from "./figures/damper.ts";
import { fieldFigure } from "./figures/field.ts";
import { hitchFigure } from "./figures/hitch.ts";
import { inertializeFigure } from "./figures/inertialize.ts";
import { lerpFigure } from "./figures/lerp.ts";
import { movingGoalFigure } from "./figures/moving_goal.ts";
import { nearCriticalFigure } from "./figures/near_critical.ts";
import { regimesFigure } from "./figures/regimes.ts";
import { resonanceFigure } from "./figures/resonance.ts";
import { ropeFigure } from "./figures/rope.ts";

const host = (id: string) => document.querySelector<HTMLElement>(`figure#${id}, #${id} figure`)!;

fieldFigure(host("field"));
lerpFigure(host("lerp"));
damperFigure(host("damper"));
regimesFigure(host("spring"));
hitchFigure(host("hitch"));
nearCriticalFigure(host("ratio"));
movingGoalFigure(host("goal"));
characterFigure(host("character"));
inertializeFigure(host("inertialize"));
resonanceFigure(host("resonance"));
ropeFigure(host("rope"));
start();
loadSprings();
