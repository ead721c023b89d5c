/**
 * Interfaces for observers of a guard, and the events that they receive. The audit and telemetry that implement them
 * are in {@link dev.tenon.guard.audit} and {@link dev.tenon.guard.telemetry}. For applications that observe calls
 * themselves.
 */
@NullMarked
package dev.tenon.guard.observer;

import org.jspecify.annotations.NullMarked;
