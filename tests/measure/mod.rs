//! Measures on calls small enough to be reckoned by hand, and on cases from the field.

mod cases;
mod pooling;
mod speech;
mod turns;
mod words;
