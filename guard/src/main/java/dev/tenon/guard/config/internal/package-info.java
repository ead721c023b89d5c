/**
 * Parsing and validation of the configuration file. The records that result are in {@code dev.tenon.guard.config}.
 * Internal to the guard.
 */
@NullMarked
package dev.tenon.guard.config.internal;

import org.jspecify.annotations.NullMarked;
