/** Detection of threads that must not block and do. */
@NullMarked
package dev.tenon.coverage.thread;

import org.jspecify.annotations.NullMarked;
