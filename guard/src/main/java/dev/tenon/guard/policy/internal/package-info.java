/**
 * Parsing that several policies share: the target of a message, and the variants of texts and paths that programs may
 * derive. The policies themselves are in the packages beside this one. Internal to the guard.
 */
package dev.tenon.guard.policy.internal;
