//! Speech found in made and in labelled recordings.
