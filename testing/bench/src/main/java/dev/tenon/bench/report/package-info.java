/**
 * Tables, goals and plots of measurements, and the page that contains them. The measurements are made in {@code
 * dev.tenon.bench}. For developers of Tenon.
 */
@NullMarked
package dev.tenon.bench.report;

import org.jspecify.annotations.NullMarked;
