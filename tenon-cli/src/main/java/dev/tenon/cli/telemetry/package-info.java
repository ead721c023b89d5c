/**
 * What a guard reports of itself: metrics, traces, health and readiness. Nothing here is loaded unless it is wanted.
 */
@NullMarked
package dev.tenon.cli.telemetry;

import org.jspecify.annotations.NullMarked;
