/**
 * The audit of a guard: JSON lines, each with the hash of the previous one, their redaction, and their verification.
 * Other observers are in {@link dev.tenon.guard.observer} and {@link dev.tenon.guard.telemetry}. For applications that
 * embed a guard or verify its audit.
 */
@NullMarked
package dev.tenon.guard.audit;

import org.jspecify.annotations.NullMarked;
