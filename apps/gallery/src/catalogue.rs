//! The contents of the gallery: every system of the articles, in the order of the page.

use crate::figures::{beyond, bowles, fiedler, holden, juckett, networks, nissen};
use crate::system::Chapter;

/// Returns all chapters.
pub(crate) fn chapters() -> Vec<Chapter> {
    vec![
        Chapter {
            title: "Spring-Roll-Call",
            source: "Daniel Holden, Spring-It-On: The Game Developer's Spring-Roll-Call",
            systems: holden::systems(),
        },
        Chapter {
            title: "Damped Springs",
            source: "Ryan Juckett, Damped Springs",
            systems: juckett::systems(),
        },
        Chapter {
            title: "Spring dynamics for production",
            source: "Huw Bowles, Spring dynamics for production",
            systems: bowles::systems(),
        },
        Chapter {
            title: "Stiffer, more stable, easier to tune",
            source: "Michael Schmidt Nissen, How to make your damped springs stiffer, more stable and easier to tune",
            systems: nissen::systems(),
        },
        Chapter {
            title: "Rope, cloth, jelly",
            source: "Networks of springs that do not stretch and never explode",
            systems: networks::systems(),
        },
        Chapter {
            title: "Spring Physics",
            source: "Glenn Fiedler, Spring Physics",
            systems: fiedler::systems(),
        },
        Chapter {
            title: "Beyond the articles",
            source: "What none of them has",
            systems: beyond::systems(),
        },
    ]
}
