//! Material 3's motion tokens: six springs for each of two schemes, expressive and standard, as Compose springs.
//!
//! *Spatial* springs move and resize, *effects* springs fade and color (never overshooting, the same in both schemes).
//!
//! Source: the published tokens of Material 3 (`ExpressiveMotionTokens`, `StandardMotionTokens`, version 0.14).
