/**
 * The server that {@code tenon demo} serves, which is also the example to learn from: one of everything, each in a
 * small file.
 */
@NullMarked
package dev.tenon.cli.demo;

import org.jspecify.annotations.NullMarked;
