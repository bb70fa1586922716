//! Bradley-Terry ratings and likelihoods of superiority.
