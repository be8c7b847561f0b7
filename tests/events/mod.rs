//! Turn-taking events on real calls and on calls that once went wrong elsewhere.

mod acts;
mod cases;
