/**
 * Policies and detectors for the content of texts: invisible characters, instructions to the model, and secrets. Other
 * policies are in {@code dev.tenon.guard.policy} and the packages below it. For users who build policies without a
 * configuration file, or reuse the detectors.
 */
@NullMarked
package dev.tenon.guard.content;

import org.jspecify.annotations.NullMarked;
