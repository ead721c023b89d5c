/**
 * The configuration of a guard: immutable records that are read from a YAML file, and problems reported with their
 * lines. A guard is started from it in {@code dev.tenon.guard.runtime}. For users who embed a guard.
 */
@NullMarked
package dev.tenon.guard.config;

import org.jspecify.annotations.NullMarked;
