/**
 * Failures of upstream servers, and the errors that clients get for them. Rejections by policies are in {@code
 * dev.tenon.guard.policy}. Internal to the guard.
 */
package dev.tenon.guard.internal.error;
