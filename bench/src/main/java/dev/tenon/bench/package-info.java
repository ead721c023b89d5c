/** Measurements that anyone can repeat; ratios within one run, never single absolute times. */
@NullMarked
package dev.tenon.bench;

import org.jspecify.annotations.NullMarked;
