//! Measures on calls small enough to be reckoned by hand, and on cases from the field.

mod cases;
mod pooling;
mod sensitivity;
mod speech;
mod turns;
mod words;
