//! Recordings with inserts.
