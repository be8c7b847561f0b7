//! What detection finds: in Mandarin lines that were written for it, and against gold repair tags.

mod gold;
mod mandarin;
