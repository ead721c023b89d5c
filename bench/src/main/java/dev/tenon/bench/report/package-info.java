/** Figures as tables and plots. */
@NullMarked
package dev.tenon.bench.report;

import org.jspecify.annotations.NullMarked;
