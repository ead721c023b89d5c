/**
 * JMH benchmarks of single parts, run by {@code bench/jmh}. Benchmarks of whole servers are in {@code dev.tenon.bench}.
 * For developers of Tenon.
 */
@NullMarked
package dev.tenon.bench.jmh;

import org.jspecify.annotations.NullMarked;
