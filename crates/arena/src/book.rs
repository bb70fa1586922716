//! Opening books, grown by search.
