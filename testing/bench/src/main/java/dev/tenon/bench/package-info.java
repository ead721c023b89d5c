/**
 * Reproducible benchmarks: ratios of measurements within one run, never single absolute times. The servers that are
 * measured are in {@code dev.tenon.bench.peer}, what calls them in {@code dev.tenon.bench.load}. For developers of
 * Tenon.
 */
@NullMarked
package dev.tenon.bench;

import org.jspecify.annotations.NullMarked;
