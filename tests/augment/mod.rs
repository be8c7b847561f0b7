//! The rule engine: identity, undoing, nesting, order, protection, truth of its cases.

mod cases;
mod draws;
mod found;
mod made;
mod nesting;
mod protected;
mod tables;
mod undo;
