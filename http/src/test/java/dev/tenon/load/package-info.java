/**
 * Load tests: many concurrent calls, many clients, slow clients, and races, over stdio and HTTP, with limits on time
 * and memory.
 */
@NullMarked
package dev.tenon.load;

import org.jspecify.annotations.NullMarked;
