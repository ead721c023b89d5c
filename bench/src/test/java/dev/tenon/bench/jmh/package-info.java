/** Single parts under JMH: {@code bench/jmh}. */
@NullMarked
package dev.tenon.bench.jmh;

import org.jspecify.annotations.NullMarked;
