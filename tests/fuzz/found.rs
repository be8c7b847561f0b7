//! Inputs that once broke a reader; they stay for ever.
